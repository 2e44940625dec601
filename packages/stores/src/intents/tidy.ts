import {
  type Criterion,
  criteriaOf,
  fail,
  type Intent,
  type NewIntent,
  type QuickLimits,
  toCriteria,
} from "@writ/contracts";
import { type ListField, listFields, namingFields } from "./fields.ts";

/** What can be changed in an intent. A field that is not named stays; `quick: undefined` takes the limits off. */
export type Change = Partial<Omit<Intent, "id">>;

/** A list as a reader will find it: no blank items, no blanks around a path or an id. */
function tidyList(field: ListField, items: readonly string[]): string[] {
  const isNaming = namingFields[field] !== undefined;
  const parts = isNaming ? items.flatMap((item) => item.split(/\r?\n/)).map((item) => item.trim()) : items;
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
  if (change.criteria !== undefined) {
    // Both say the same thing; the one that says more counts.
    delete tidy.acceptanceCriteria;
    tidy.criteria = change.criteria.flatMap(tidyCriterion);
  }
  if (change.quick !== undefined) tidy.quick = tidyLimits(change.quick);
  return tidy;
}

function tidyCriterion({ text, run, timeoutSeconds }: Criterion): Criterion[] {
  const command = run?.trim() ?? "";
  if (command === "") return text.trim() === "" ? [] : [{ text }];
  const words = text.trim() === "" ? command : text;
  return [{ text: words, run: command, ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }) }];
}

/** The criteria with these words; what had a command keeps it. */
function reworded(intent: Intent, texts: readonly string[]): Criterion[] {
  const left = [...criteriaOf(intent)];
  return texts.map((text) => {
    const at = left.findIndex((criterion) => criterion.text === text);
    return (at === -1 ? undefined : left.splice(at, 1)[0]) ?? { text };
  });
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
    criteria: [...(asked.criteria ?? (asked.acceptanceCriteria ?? []).map((text) => ({ text })))],
    dependsOn: [...(asked.dependsOn ?? [])],
    relatedFiles: [...(asked.relatedFiles ?? [])],
    ...(asked.quick === undefined ? {} : { quick: asked.quick }),
  });
  const base = { ownedScope: [], constraints: [], acceptanceCriteria: [], relatedFiles: [], recentHistory: [] };
  return changedIntent({ id, name: asked.name, status: "PENDING", ...base }, lists);
}

/** The intent as it must be read once the change is made. */
export function changedIntent(intent: Intent, change: Change): Intent {
  const { quick, proposed, criteria: _, dependsOn = [], ...rest } = { ...intent, ...change };
  const criteria = change.criteria ?? reworded(intent, change.acceptanceCriteria ?? intent.acceptanceCriteria);
  const isStanding = change.status !== undefined || change.proposed !== undefined;
  const isProposed = isStanding ? change.proposed === true : intent.proposed === true;
  return {
    ...rest,
    ...toCriteria(criteria),
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
    ...(isProposed ? { status: "PENDING", proposed: true } : {}),
    ...(quick === undefined ? {} : { quick }),
  };
}
