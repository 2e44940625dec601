import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { isProtected } from "@writ/engine";
import { type GuardAttributes, guardsFromAbove, type LedgerFault } from "@writ/engine/check";
import { sidecarName } from "../locate.ts";
import { looseName } from "../workspace/loose-text.ts";
import { prefixOf } from "./files-left-by.ts";
import type { Git } from "./git.ts";

/** What gives a file other bytes in a work tree than git has, or the other way round. */
const attributes = ["working-tree-encoding", "filter", "ident", "eol"];
/** Other ends of lines are other bytes to a shell. What git keeps has plain ones. */
const harmless: ReadonlySet<string> = new Set(["unspecified", "unset", "lf"]);
const ledger = `${sidecarName}/ledger/`;
const anyRecord = `${ledger}2026-01/main-000000000000-000000000000.jsonl`;

/** Attributes that a change gives to what it does not show as changed. */
export interface GivenAttributes {
  /** To the records: with them, nobody's hook publishes what it recorded. */
  ledger: LedgerFault[];
  /** To files of the guard: with them, nobody's agent can read its own settings. */
  guard: GuardAttributes | null;
}

/** Asked for all files at once, and only where attributes changed. */
export async function givenAttributes(git: Git, base: string, head: string): Promise<GivenAttributes> {
  const prefix = await prefixOf(git);
  const changed = await git.run([
    ...["-c", "diff.relative=false", "diff", "--name-only", "--no-renames", "-z"],
    ...[base, head, "--", ":(top,glob)**/.gitattributes"],
  ]);
  const by = namesIn(changed).map((name) => seenFrom(prefix, looseName(name)));
  if (by.length === 0) return { ledger: [], guard: null };
  const guarded = await guardedAt(git, head, prefix);
  const asked = [Buffer.from(anyRecord), ...guarded.map(({ asked }) => asked)];
  const [before, now] = [await attributesAt(git, base, asked), await attributesAt(git, head, asked)];
  const given = now.map((values, at) =>
    [...values]
      .filter(([name, value]) => !harmless.has(value) && value !== before[at]?.get(name))
      .map(([name]) => name),
  );
  const [toAny = [], ...toGuard] = given;
  // A record is a line, however it ends.
  const toLedger = toAny.filter((name) => name !== "eol");
  const paths = guarded.flatMap(({ path }, at) => (toGuard[at]?.length === 0 ? [] : [path]));
  const names = [...new Set(toGuard.flat())];
  return {
    ledger: toLedger.length === 0 ? [] : [ledgerFault(toLedger)],
    guard: paths.length === 0 ? null : { by, names, paths },
  };
}

function ledgerFault(names: readonly string[]): LedgerFault {
  const reason = `Attributes give the records other bytes in a work tree than git has (${names.join(", ")}).`;
  return { kind: "broken", path: ".gitattributes", line: 0, reason };
}

interface Guarded {
  path: string;
  /** As git is asked for it: a name may be any bytes. */
  asked: Buffer;
}

/** The files of the guard that a commit has, also above the workspace. The records are asked for as one. */
async function guardedAt(git: Git, revision: string, prefix: string): Promise<Guarded[]> {
  const names = namesIn(await git.run(["ls-tree", "-r", "-z", "--name-only", "--full-tree", revision]));
  const up = Buffer.from("../".repeat(prefix.split("/").length - 1));
  return names
    .map((name) => ({ path: seenFrom(prefix, looseName(name)), asked: Buffer.concat([up, name]) }))
    .filter(({ path }) => isGuard(path) && !path.startsWith(ledger));
}

function isGuard(path: string): boolean {
  const inside = path.replace(/^(?:\.\.\/)+/, "");
  return isProtected(inside) && (inside === path || guardsFromAbove(path));
}

const seenFrom = (prefix: string, name: string): string =>
  name.startsWith(prefix) ? name.slice(prefix.length) : posix.relative(prefix, name);

const namesIn = (out: Buffer): Buffer[] =>
  out
    .toString("latin1")
    .split("\0")
    .flatMap((name) => (name === "" ? [] : [Buffer.from(name, "latin1")]));

/** For each path its attributes. Asked of an index made for it: not every git can look into a commit. */
async function attributesAt(git: Git, revision: string, paths: readonly Buffer[]): Promise<Map<string, string>[]> {
  const folder = await mkdtemp(join(tmpdir(), "writ-check-"));
  const env = { GIT_INDEX_FILE: join(folder, "index") };
  try {
    await git.run(["read-tree", revision], "", env);
    const asked = Buffer.concat(paths.flatMap((path) => [path, Buffer.of(0)]));
    const out = await git.run(["check-attr", "--cached", "--stdin", "-z", ...attributes], asked, env);
    const parts = out.toString("latin1").split("\0");
    // Each answer is the path, the attribute and its value, in the order asked for.
    const answers = attributes.length * 3;
    return paths.map((_, nth) => {
      const own = parts.slice(nth * answers, (nth + 1) * answers);
      return new Map(attributes.map((_, at) => [own[at * 3 + 1] ?? "", own[at * 3 + 2] ?? ""]));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
