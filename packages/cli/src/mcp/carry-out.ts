import type { Call, Change, Facts } from "@writ/contracts";
import { fail, ProblemError } from "@writ/contracts";
import { sha256 } from "@writ/runtime";
import { dropFile, type Found, putFile } from "./disk.ts";
import { type Entry, Plan } from "./plan.ts";

/** What a call comes to that its agent called off in time. */
export const cancelled = () => fail("USAGE", { message: "The call was cancelled.", fix: "Nothing was changed." });

/** One file a call changed. */
export interface Changed {
  path: string;
  op: "create" | "modify" | "delete" | "rename";
  from?: string;
  /** `sha256:…` of what it holds now; unset when it is gone. */
  hash?: string;
}

/** How each tool says what becomes of a file. The policies read every agent's spellings; more than its own is not for us. */
const forms: Readonly<Record<string, Change["kind"]>> = {
  write_file: "content",
  edit_file: "edits",
  apply_patch: "patch",
};

function requireKnownForm({ tool, effects }: Call): void {
  const form = forms[tool];
  const isOwn = effects.every(({ change }) => change?.kind === form) && (form === "patch" || effects.length === 1);
  if (form === undefined || !isOwn) throw fail("PAYLOAD_INVALID", { reason: `it says something ${tool} does not do` });
}

const isSame = (found: Found | null, bytes: Uint8Array | null): boolean =>
  found === null || bytes === null ? found === null && bytes === null : found.bytes.equals(bytes);

function changedBy({ path, found, bytes, from }: Entry): Changed {
  const op = bytes === null ? "delete" : from !== undefined ? "rename" : found === null ? "create" : "modify";
  const hash = bytes === null ? {} : { hash: sha256(bytes) };
  return { path, op, ...(from === undefined ? {} : { from }), ...hash };
}

/**
 * Does what a judged call says: the effects the policies saw, on the files they saw, with the content these had. All of
 * it is worked out before the first file is touched.
 */
export async function carryOut(root: string, call: Call, facts: Facts, signal: AbortSignal): Promise<Changed[]> {
  requireKnownForm(call);
  const plan = new Plan(root, facts);
  for (const effect of call.effects) plan.add(effect);
  const entries = [...plan.entries.values()].filter(({ found, bytes }) => !isSame(found, bytes));
  if (signal.aborted) throw cancelled();
  const done: Entry[] = [];
  try {
    for (const entry of [...entries].sort((one, other) => lastly(one) - lastly(other))) {
      await write(entry);
      done.push(entry);
    }
  } catch (error) {
    throw afterwards(error, done);
  }
  // The old name of a moved file is told with its new one.
  const moved = new Set(entries.flatMap(({ from }) => from ?? []));
  return entries.map(changedBy).filter(({ path, op }) => op !== "delete" || !moved.has(path));
}

/** New content is there before anything goes away. */
const lastly = ({ bytes }: Entry): number => (bytes === null ? 1 : 0);

async function write({ file, path, found, bytes, mode }: Entry): Promise<void> {
  const expected = { path, hash: found?.hash ?? null };
  if (bytes === null) await dropFile(file, expected);
  else await putFile(file, bytes, expected, mode);
}

/** A fault half-way: the model must know what is done. */
function afterwards(error: unknown, done: readonly Entry[]): unknown {
  if (done.length === 0 || !(error instanceof ProblemError)) return error;
  const message = `${error.problem.message} Before that these were changed: ${done.map(({ path }) => path).join(", ")}.`;
  return new ProblemError({ ...error.problem, message }, { cause: error });
}
