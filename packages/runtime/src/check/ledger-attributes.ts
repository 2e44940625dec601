import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LedgerFault } from "@writ/engine/check";
import { sidecarName } from "../locate.ts";
import { looseName } from "../workspace/loose-text.ts";
import type { Git } from "./git.ts";

/** What gives a file other bytes in a work tree than git has, or the other way round. */
const attributes = ["working-tree-encoding", "filter", "ident"];
const anyRecord = `${sidecarName}/ledger/2026-01/main-000000000000-000000000000.jsonl`;

/** Attributes that a change gives to the records: with them, nobody's hook publishes what it recorded. */
export async function ledgerAttributes(git: Git, base: string, head: string): Promise<LedgerFault[]> {
  const changed = await git.run(["diff", "--name-only", "-z", base, head, "--", ":(top,glob)**/.gitattributes"]);
  const [path = ""] = looseName(changed).split("\0");
  if (path === "") return [];
  const [before, now] = [await attributesAt(git, base), await attributesAt(git, head)];
  const given = attributes.filter((name) => isSet(now.get(name)) && now.get(name) !== before.get(name));
  if (given.length === 0) return [];
  const reason = `Attributes give the records other bytes in a work tree than git has (${given.join(", ")}).`;
  return [{ kind: "broken", path: ".gitattributes", line: 0, reason }];
}

const isSet = (value: string | undefined): boolean =>
  value !== undefined && value !== "unspecified" && value !== "unset";

/** Asked of an index made for it: not every git can look into a commit. */
async function attributesAt(git: Git, revision: string): Promise<Map<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "writ-check-"));
  const env = { GIT_INDEX_FILE: join(folder, "index") };
  try {
    await git.run(["read-tree", revision], "", env);
    const out = await git.run(["check-attr", "--cached", "-z", ...attributes, "--", anyRecord], "", env);
    const parts = out.toString().split("\0");
    return new Map(parts.flatMap((part, at) => (at % 3 === 1 ? [[part, parts[at + 1] ?? ""] as const] : [])));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
