import { relative, sep } from "node:path";
import { fail } from "@writ/contracts";
import { headsIn, type Verification } from "@writ/stores";
import { gitIn, listTree, readObjects } from "../check/git.ts";
import { gitTop, prefixOf } from "../git/folders.ts";
import { tellingLines } from "../git/trouble.ts";
import type { Workspace } from "../workspace/types.ts";
import { type AnchoredHead, toAnchorLine } from "./anchor-text.ts";
import { type FoundAnchor, findAnchors, notesRef, tagPrefix } from "./find-anchors.ts";
import type { OnBytes } from "./follow-bytes.ts";
import { askGit } from "./git-text.ts";
import { publishedAt } from "./published-at.ts";
import { checkChains } from "./verify.ts";

/** Where an anchor goes. */
export interface AnchorOptions {
  /** A tag instead of a note, by its name with or without `writ-anchor/`. */
  tag?: string;
  /** Sign the tag, as the person's git is set up to. */
  sign?: boolean;
  /** Also vouch for what a repair wrote down as lost. */
  losses?: boolean;
  onProgress?: OnBytes;
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
  const { tag, sign, losses, onProgress } = options;
  if (gitTop(root) === null)
    throw refuse("there is no git here, and an anchor is kept in git", "Make a repository first: git init");
  const commit = (await askGit(root, ["rev-parse", "--verify", "--quiet", "HEAD^{commit}"])).out.trim();
  if (commit === "") throw refuse("there is no commit yet to note it at", "Commit something first: git commit");
  const found = await findAnchors(root);
  const verified = await checkChains(workspace, found, onProgress);
  const { problems, waiting } = verified;
  if (problems.length > waiting.length)
    throw refuse("the records are not intact, so there is nothing to vouch for", "See what is wrong: writ verify");
  if (waiting.length > 0 && losses !== true)
    throw refuse(
      `a repair wrote down that anchored records are lost (${waiting.length} of them told by writ verify), and an anchor now would vouch for that`,
      "If you know of the loss, say so: writ verify --anchor --losses",
    );
  const isKnown = tag === undefined ? isNotedIn(found.anchors) : () => false;
  const heads = [...liveHeads(workspace, verified), ...(await singleHeads(workspace))].filter((head) => !isKnown(head));
  const at = (await publishedAt(gitIn(root), [commit])).get(commit);
  const published = at?.heads.every(isKnown) === false ? { heads: at.heads.length, digest: at.digest } : undefined;
  const count = heads.length + (published?.heads ?? 0);
  if (count === 0) return { commit: null, heads: 0, losses: 0 };
  const line = toAnchorLine({
    at: workspace.ports.now(),
    root: prefixOf(root),
    heads,
    ...(published && { published }),
  });
  if (tag === undefined) {
    await write(root, ["notes", `--ref=${notesRef}`, "append", "-F", "-", commit], line);
    return { commit, heads: count, losses: waiting.length };
  }
  const name = tag.startsWith(tagPrefix) ? tag : `${tagPrefix}${tag}`;
  await write(root, ["tag", sign === true ? "-s" : "-a", "-F", "-", name, commit], `Writ anchor\n\n${line}`);
  return { commit, tag: name, heads: count, losses: waiting.length };
}

/** Long enough for a person to type a passphrase. */
const waitMs = 300_000;

async function write(root: string, args: readonly string[], text: string): Promise<void> {
  const { code, err } = await askGit(root, args, { input: `${text}\n`, waitMs });
  if (code === 0) return;
  throw refuse(`git ${args[0]} said: ${sayAll(err)}`, "Mend what git says, then repeat it.");
}

/** Git says last what it could not do, and before that why. */
const sayAll = (err: string): string => tellingLines(err).slice(-6).join("; ") || "nothing";

function refuse(reason: string, fix: string): Error {
  return fail("STORE_FAILED", { action: "anchor the records", reason, fix });
}

function liveHeads({ paths }: Workspace, { heads }: Verification): AnchoredHead[] {
  const live = heads.filter(({ file }) => file === paths.traces || file === paths.decisions);
  return live.map((head) => ({ ...head, file: nameOf(paths.dir, head.file) }));
}

/** The heads of a live ledger that is tracked, as the last commit has them: what is not committed yet may be dropped. */
async function singleHeads({ root, paths }: Workspace): Promise<AnchoredHead[]> {
  const git = gitIn(root);
  const file = nameOf(paths.dir, paths.traces);
  const [entry] = await listTree(git, "HEAD", [nameOf(root, paths.traces)]);
  const bytes = entry && (await readObjects(git, [entry.object])).get(entry.object);
  return bytes === undefined ? [] : headsIn(bytes).map((head) => ({ file, ...head, tracked: true }));
}

/** Tells whether a note that is here says it already. */
function isNotedIn(anchors: readonly FoundAnchor[]): (head: AnchoredHead) => boolean {
  const noted = anchors.filter(({ tag, isReached }) => tag === undefined && isReached).flatMap(({ heads }) => heads);
  const keyOf = ({ file, hash, seq, tracked }: AnchoredHead) => `${file} ${hash} ${seq} ${tracked === true}`;
  const keys = new Set(noted.map(keyOf));
  return (head) => keys.has(keyOf(head));
}

const nameOf = (from: string, file: string): string => relative(from, file).split(sep).join("/");
