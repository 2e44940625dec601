import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { LedgerProblem } from "@writ/contracts";
import type { LedgerFault } from "@writ/engine/check";
import { anchorsByFile, type FileAnchor, verifyFiles } from "@writ/stores";
import { sidecarName } from "../locate.ts";
import { findAnchors } from "../verify/find-anchors.ts";
import { sayWhere } from "../verify/place-anchors.ts";
import { type Git, readObjects, type TreeEntry } from "./git.ts";

interface Looked {
  head: string;
  /** The files to look at, as they were and as they are. */
  before: readonly TreeEntry[];
  now: readonly TreeEntry[];
  /** Every file there is at the head. */
  all: readonly TreeEntry[];
}

/** What `verify` says against the records at the head, and did not say at the base. */
export async function brokenChains(root: string, git: Git, { head, before, now, all }: Looked): Promise<LedgerFault[]> {
  const anchors = await anchorsUpTo(root, git, head);
  // A file that is gone is known only from what was noted of it.
  const there = new Set(all.map(({ path }) => path));
  const gone = anchors.map(({ file }) => file).filter((file) => !there.has(file));
  const missing = [...new Set(gone)].map((path) => ({ path, mode: "", object: "" }));
  const found = await verifyEntries(git, [...now, ...missing], anchors);
  if (found.length === 0) return [];
  const earlier = new Set((await verifyEntries(git, before, [])).map(({ file, reason }) => `${file}\n${reason}`));
  return found
    .filter(({ file, reason }) => !earlier.has(`${file}\n${reason}`))
    .map(({ file, line, reason }) => ({ kind: "broken", path: file, line, reason: capital(reason) }));
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** What was noted of the published chains at commits that the head has. Files are named from the root. */
async function anchorsUpTo(root: string, git: Git, head: string): Promise<FileAnchor[]> {
  const { anchors } = await findAnchors(root);
  const reached: FileAnchor[] = [];
  for (const { heads, ...anchor } of anchors) {
    if ((await git.ask(["merge-base", "--is-ancestor", anchor.commit, head])) === null) continue;
    for (const { tracked, file, ...rest } of heads)
      if (tracked === true) reached.push({ ...rest, file: `${sidecarName}/${file}`, where: sayWhere(anchor) });
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
      // Its name says what it held when it was published.
      const file = join(folder, String(at), basename(path));
      names.set(file, path);
      const bytes = objects.get(object);
      if (bytes === undefined) continue;
      await mkdir(dirname(file));
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
