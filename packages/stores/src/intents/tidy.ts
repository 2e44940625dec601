import { fail, type Intent, type NewIntent, type QuickLimits } from "@writ/contracts";
import { type ListField, listFields } from "./fields.ts";

/** What can be changed in an intent. A field that is not named stays; `quick: undefined` takes the limits off. */
export type Change = Partial<Omit<Intent, "id">>;

const isPaths = (field: ListField) => field === "ownedScope" || field === "relatedFiles";

/** A list as a reader will find it: no blank items, no blanks around a path. */
function tidyList(field: ListField, items: readonly string[]): string[] {
  const parts = isPaths(field) ? items.flatMap((item) => item.split(/\r?\n/)).map((item) => item.trim()) : items;
  return parts.filter((item) => item.trim() !== "");
}

/** The change with its lists and limits as they will be read back. Throws USAGE for limits that are none. */
export function tidyChange(change: Change): Change {
  const said = Object.entries(change).filter(([field, value]) => value !== undefined || field === "quick");
  const tidy: Change = Object.fromEntries(said);
  for (const field of listFields) {
    const items = change[field];
    if (items !== undefined) tidy[field] = tidyList(field, items);
  }
  if (change.quick !== undefined) tidy.quick = tidyLimits(change.quick);
  return tidy;
}

function tidyLimits({ expiresAt, maxFiles, maxLines }: QuickLimits): QuickLimits {
  const time = Date.parse(expiresAt);
  const isCount = (count: number) => Number.isInteger(count) && count >= 0 && count < 1e9;
  if (!Number.isNaN(time) && isCount(maxFiles) && isCount(maxLines)) {
    return { expiresAt: new Date(time).toISOString(), maxFiles, maxLines };
  }
  const message = "A quick intent needs a date it expires at, and whole numbers of files and lines.";
  throw fail("USAGE", { message, fix: "For example: 4 hours, 5 files, 200 lines." });
}

/** What a new intent is in memory. */
export function freshIntent(id: string, asked: NewIntent): Intent {
  const lists = tidyChange({
    ownedScope: [...asked.ownedScope],
    constraints: [...(asked.constraints ?? [])],
    acceptanceCriteria: [...(asked.acceptanceCriteria ?? [])],
    relatedFiles: [...(asked.relatedFiles ?? [])],
    ...(asked.quick === undefined ? {} : { quick: asked.quick }),
  });
  const base = { ownedScope: [], constraints: [], acceptanceCriteria: [], relatedFiles: [], recentHistory: [] };
  return { id, name: asked.name, status: "PENDING", ...base, ...lists };
}

/** The intent as it must be read once the change is made. */
export function changedIntent(intent: Intent, change: Change): Intent {
  const { quick, proposed, ...rest } = { ...intent, ...change };
  const isStanding = change.status !== undefined || change.proposed !== undefined;
  const isProposed = isStanding ? change.proposed === true : intent.proposed === true;
  return {
    ...rest,
    ...(isProposed ? { status: "PENDING", proposed: true } : {}),
    ...(quick === undefined ? {} : { quick }),
  };
}
