import { relative, sep } from "node:path";
import { fail } from "@writ/contracts";
import { headsIn, type Verification } from "@writ/stores";
import { gitTop, prefixOf } from "../git/folders.ts";
import type { Workspace } from "../workspace/types.ts";
import { type AnchoredHead, toAnchorLine } from "./anchor-text.ts";
import { type FoundAnchor, findAnchors, notesRef, tagPrefix } from "./find-anchors.ts";
import { askGit } from "./git-text.ts";
import { checkChains } from "./verify.ts";

/** Where an anchor goes. */
export interface AnchorOptions {
  /** A tag instead of a note, by its name with or without `writ-anchor/`. */
  tag?: string;
  /** Sign the tag, as the person's git is set up to. */
  sign?: boolean;
  /** Also vouch for what a repair wrote down as lost. */
  losses?: boolean;
}

/** What was anchored, and where. */
export interface Anchored {
  /** `null` when nothing was new. */
  commit: string | null;
  tag?: string;
  heads: number;
  /** What was lost of anchored records, and counts as known from now on. */
  losses: number;
}

/** Notes the newest line of every chain where whoever changes the ledgers would have to change it too. */
export async function anchor(workspace: Workspace, options: AnchorOptions = {}): Promise<Anchored> {
  const { root } = workspace;
  const { tag, sign, losses } = options;
  if (gitTop(root) === null)
    throw refuse("there is no git here, and an anchor is kept in git", "Make a repository first: git init");
  const commit = (await askGit(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])).out.trim();
  if (commit === "") throw refuse("there is no commit yet to note it at", "Commit something first: git commit");
  const found = await findAnchors(root);
  const verified = await checkChains(workspace, found);
  const { problems, waiting } = verified;
  if (problems.length > waiting.length)
    throw refuse("the records are not intact, so there is nothing to vouch for", "See what is wrong: writ verify");
  if (waiting.length > 0 && losses !== true)
    throw refuse(
      `a repair wrote down that anchored records are lost (${waiting.length} of them told by writ verify), and an anchor now would vouch for that`,
      "If you know of the loss, say so: writ verify --anchor --losses",
    );
  const all = [...liveHeads(workspace, verified), ...(await trackedHeads(workspace, verified))];
  const heads = tag === undefined ? all.filter((head) => !isNoted(head, found.anchors)) : all;
  if (heads.length === 0) return { commit: null, heads: 0, losses: 0 };
  const line = toAnchorLine({ at: workspace.ports.now(), root: prefixOf(root), heads });
  if (tag === undefined) {
    await write(root, ["notes", `--ref=${notesRef}`, "append", "-F", "-", commit], line);
    return { commit, heads: heads.length, losses: waiting.length };
  }
  const name = tag.startsWith(tagPrefix) ? tag : `${tagPrefix}${tag}`;
  await write(root, ["tag", sign === true ? "-s" : "-a", "-F", "-", name, commit], `Writ anchor\n\n${line}`);
  return { commit, tag: name, heads: heads.length, losses: waiting.length };
}

/** Long enough for a person to type a passphrase. */
const waitMs = 300_000;

async function write(root: string, args: readonly string[], text: string): Promise<void> {
  const { code, err } = await askGit(root, args, { input: `${text}\n`, waitMs });
  if (code === 0) return;
  throw refuse(
    `git ${args[0]} said: ${err.trim().split("\n").at(-1) ?? "nothing"}`,
    "Mend what git says, then repeat it.",
  );
}

function refuse(reason: string, fix: string): Error {
  return fail("STORE_FAILED", { action: "anchor the records", reason, fix });
}

function liveHeads({ paths }: Workspace, { heads }: Verification): AnchoredHead[] {
  const live = heads.filter(({ file }) => file === paths.traces || file === paths.decisions);
  return live.map((head) => ({ ...head, file: nameOf(paths.dir, head.file) }));
}

/** Heads of tracked files, as the last commit has them: what is not committed yet may still be dropped. */
async function trackedHeads({ root, paths }: Workspace, { heads }: Verification): Promise<AnchoredHead[]> {
  const listed = await askGit(root, ["ls-tree", "-r", "-z", "HEAD", "--", paths.published, paths.traces]);
  const changed = await askGit(root, ["diff", "--name-only", "-z", "HEAD", "--", paths.published, paths.traces]);
  const dirty = new Set(changed.out.split("\0"));
  const prefix = `${prefixOf(root)}${nameOf(root, paths.dir)}/`;
  const tracked: AnchoredHead[] = [];
  for (const entry of listed.out.split("\0")) {
    const [, blob, path] = /^\d+ blob ([0-9a-f]+)\t(.*)$/s.exec(entry) ?? [];
    if (blob === undefined || path?.endsWith(".jsonl") !== true) continue;
    // ls-tree names files from where it runs, diff from git's top.
    const file = nameOf(paths.dir, `${root}/${path}`);
    const inTree = heads.filter((head) => nameOf(paths.dir, head.file) === file);
    const committed = dirty.has(`${prefix}${file}`)
      ? headsIn(Buffer.from((await askGit(root, ["cat-file", "blob", blob])).out))
      : inTree;
    for (const { writer, seq, hash } of committed) tracked.push({ file, writer, seq, hash, tracked: true });
  }
  return tracked;
}

/** Whether a note that is here says it already. */
function isNoted(head: AnchoredHead, anchors: readonly FoundAnchor[]): boolean {
  return anchors.some(
    ({ tag, isReached, heads }) =>
      tag === undefined &&
      isReached &&
      heads.some(
        (one) =>
          one.file === head.file && one.hash === head.hash && one.seq === head.seq && one.tracked === head.tracked,
      ),
  );
}

const nameOf = (from: string, file: string): string => relative(from, file).split(sep).join("/");
