import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { LedgerProblem } from "@writ/contracts";
import type { LedgerFault } from "@writ/engine/check";
import { anchorsByFile, type FileAnchor, verifyFiles } from "@writ/stores";
import { sidecarName } from "../locate.ts";
import { type FoundAnchors, findAnchors } from "../verify/find-anchors.ts";
import { sayWhere } from "../verify/place-anchors.ts";
import { type Git, readObjects, type TreeEntry } from "./git.ts";

interface Looked {
  base: string;
  head: string;
  /** The files to look at, as they were and as they are. */
  before: readonly TreeEntry[];
  now: readonly TreeEntry[];
  /** Every file there was, and there is. */
  all: { before: readonly TreeEntry[]; now: readonly TreeEntry[] };
}

/** What `verify` says against the records at the head, and did not say at the base. */
export async function brokenChains(root: string, git: Git, looked: Looked): Promise<LedgerFault[]> {
  const { base, head, before, now, all } = looked;
  const anchors = await findAnchors(root);
  const at = async (commit: string, some: readonly TreeEntry[], every: readonly TreeEntry[]) => {
    const noted = await anchorsUpTo(anchors, git, commit);
    return verifyEntries(git, [...some, ...goneFrom(every, noted)], noted);
  };
  const found = await at(head, now, all.now);
  if (found.length === 0) return [];
  // What was lost before is no fault of who comes later.
  const earlier = new Set((await at(base, before, all.before)).map(({ file, reason }) => `${file}\n${reason}`));
  const fresh = found.filter(({ file, reason }) => !earlier.has(`${file}\n${reason}`));
  const there = new Set(all.now.map(({ path }) => path));
  const noted = anchorsByFile(await anchorsUpTo(anchors, git, head));
  return fresh.map(({ file, line, reason }): LedgerFault => {
    const commit = there.has(file) ? undefined : noted.get(file)?.at(-1)?.commit;
    if (commit === undefined) return { kind: "broken", path: file, line, reason: capital(reason) };
    // How it comes back is told beside it, with its name.
    return {
      kind: "broken",
      path: file,
      line: 0,
      reason: capital(reason.replace(/\. To have it back: .*$/s, "")),
      commit,
    };
  });
}

/** A file that is gone is known only from what was noted of it. */
function goneFrom(all: readonly TreeEntry[], anchors: readonly FileAnchor[]): TreeEntry[] {
  const there = new Set(all.map(({ path }) => path));
  const gone = anchors.map(({ file }) => file).filter((file) => !there.has(file));
  return [...new Set(gone)].map((path) => ({ path, mode: "", object: "" }));
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** What was noted of the published chains at commits that this one has. Files are named from the root. */
async function anchorsUpTo({ anchors }: FoundAnchors, git: Git, head: string): Promise<FileAnchor[]> {
  const reached: FileAnchor[] = [];
  for (const { heads, ...anchor } of anchors) {
    if ((await git.ask(["merge-base", "--is-ancestor", anchor.commit, head])) === null) continue;
    for (const { tracked, file, ...rest } of heads)
      if (tracked === true)
        reached.push({ ...rest, file: `${sidecarName}/${file}`, where: sayWhere(anchor), commit: anchor.commit });
  }
  return reached;
}

/** `verify` reads files, so the records of a commit are laid out for it. */
async function verifyEntries(
  git: Git,
  entries: readonly TreeEntry[],
  anchors: readonly FileAnchor[],
): Promise<LedgerProblem[]> {
  if (entries.length === 0) return [];
  const folder = await mkdtemp(join(tmpdir(), "writ-check-"));
  try {
    const objects = await readObjects(
      git,
      entries.flatMap(({ object }) => (object === "" ? [] : [object])),
    );
    const names = new Map<string, string>();
    for (const [at, { path, object }] of entries.entries()) {
      // Its name says what it held when it was published, and its folder when that was.
      const file = join(folder, String(at), basename(dirname(path)), basename(path));
      names.set(file, path);
      const bytes = objects.get(object);
      if (bytes === undefined) continue;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    }
    const noted = anchorsByFile(anchors);
    const placed = [...names].flatMap(([file, path]) => (noted.get(path) ?? []).map((anchor) => ({ ...anchor, file })));
    const { problems } = await verifyFiles([...names.keys()], undefined, { anchors: placed });
    return problems.map((problem) => ({ ...problem, file: names.get(problem.file) ?? problem.file }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
