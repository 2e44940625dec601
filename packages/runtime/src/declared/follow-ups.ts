import { type FollowUp, fail, followUpKinds } from "@writ/contracts";
import { canonicalJson } from "@writ/engine";
import { crypto, isRecord, statePath, valueIn, withFileLock, writeJson } from "@writ/stores";
import { sidecarPaths } from "../paths.ts";

/** More than anybody will go through; the oldest settled ones go first, then the oldest. */
const mostKept = 200;
const largestPayload = 8 * 1024;

/** Something a handler wants done, until a person did it or dropped it. */
export interface QueuedFollowUp extends FollowUp {
  readonly id: string;
  readonly session: string;
  /** ISO-8601 UTC. */
  readonly at: string;
  readonly status: "open" | "done" | "dropped";
}

function isQueued(value: unknown): value is QueuedFollowUp {
  if (!isRecord(value) || !isRecord(value.payload) || !followUpKinds.some((kind) => kind === value.kind)) return false;
  return [value.id, value.hook, value.session, value.at, value.status].every((text) => typeof text === "string");
}

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

const fileIn = (root: string): string => statePath(sidecarPaths(root).state, "followups.json");

/** What hooks want done, oldest first. An entry that cannot be read takes no other with it. */
export async function listFollowUps(root: string): Promise<QueuedFollowUp[]> {
  return (valueIn(fileIn(root), isList) ?? []).filter(isQueued);
}

async function change(root: string, next: (queue: QueuedFollowUp[]) => QueuedFollowUp[]): Promise<void> {
  await withFileLock(statePath(sidecarPaths(root).state, "locks", "followups.lock"), async () => {
    const queue = await listFollowUps(root);
    const changed = next(queue);
    if (changed !== queue) await writeJson(fileIn(root), changed);
  });
}

function trimmed(queue: QueuedFollowUp[]): QueuedFollowUp[] {
  let tooMany = queue.length - mostKept;
  if (tooMany <= 0) return queue;
  const kept = queue.filter(({ status }) => {
    if (status === "open" || tooMany <= 0) return true;
    tooMany -= 1;
    return false;
  });
  return kept.slice(-mostKept);
}

/**
 * Puts what hooks ask for into the queue; what is waiting there already is not repeated. Gives back what is too large
 * to be kept.
 */
export async function queueFollowUps(
  root: string,
  wanted: readonly FollowUp[],
  stamp: { readonly session: string; readonly at: string },
): Promise<FollowUp[]> {
  const isLarge = ({ payload }: FollowUp): boolean => JSON.stringify(payload).length > largestPayload;
  const [tooLarge, sized] = [wanted.filter(isLarge), wanted.filter((one) => !isLarge(one))];
  if (sized.length === 0) return tooLarge;
  await change(root, (queue) => {
    const keyOf = ({ kind, payload, hook }: FollowUp): string => canonicalJson([hook, kind, payload]);
    const open = new Set(queue.filter(({ status }) => status === "open").map(keyOf));
    const fresh: QueuedFollowUp[] = [];
    for (const { kind, payload, hook } of sized) {
      const key = keyOf({ kind, payload, hook });
      if (open.has(key)) continue;
      open.add(key);
      const id = `F-${crypto().randomBytes(4).toString("hex")}`;
      fresh.push({ id, kind, payload, hook, session: stamp.session, at: stamp.at, status: "open" });
    }
    return fresh.length === 0 ? queue : trimmed([...queue, ...fresh]);
  });
  return tooLarge;
}

/** Says what became of one. Throws USAGE when there is no such one, or when it is settled already. */
export async function settleFollowUp(root: string, id: string, status: "done" | "dropped"): Promise<void> {
  await change(root, (queue) => {
    const found = queue.find((one) => one.id === id);
    if (found?.status === "open") return queue.map((one) => (one.id === id ? { ...one, status } : one));
    const message = found === undefined ? `There is no follow-up ${id}.` : `${id} is ${found.status} already.`;
    throw fail("USAGE", { message, fix: "See: writ followups list" });
  });
}
