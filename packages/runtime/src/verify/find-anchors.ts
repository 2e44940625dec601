import { fail } from "@writ/contracts";
import { gitIn } from "../check/git.ts";
import { gitTop, prefixOf } from "../git/folders.ts";
import { type GitTrouble, gitTrouble } from "../git/trouble.ts";
import { type Anchor, parseAnchors } from "./anchor-text.ts";
import { askGit, type GitSaid } from "./git-text.ts";
import { publishedAt } from "./published-at.ts";
import { type Signature, signatureOf } from "./signature.ts";

/** Where notes are kept, and how tags begin. */
export const notesRef = "refs/notes/writ";
export const tagPrefix = "writ-anchor/";

/** An anchor, and where it was found. */
export interface FoundAnchor extends Anchor {
  /** The commit it was noted at. */
  commit: string;
  /** Whether that commit is part of what is checked out. */
  isReached: boolean;
  /** The tag it is in; otherwise it is in a note. */
  tag?: string;
  signature?: Signature;
  /** It is not what the commit's own files say. */
  isForged?: true;
}

/** Everything that was noted of a workspace's chains. */
export interface FoundAnchors {
  anchors: FoundAnchor[];
  /** What looks like an anchor and cannot be read here, in words. */
  strange: string[];
  /** What git did not tell of them: nobody knows then whether all of them were compared. */
  unread: GitTrouble[];
}

/** The anchors of a workspace in git's notes and tags; none without a repository. Throws where git does not tell them. */
export async function findAnchors(root: string): Promise<FoundAnchors> {
  const found = await seekAnchors(root);
  const [trouble] = found.unread;
  if (trouble !== undefined) throw fail("STORE_FAILED", { action: "read the anchors", ...trouble });
  return found;
}

/** The same, where what git does not tell is part of the answer. */
export async function seekAnchors(root: string): Promise<FoundAnchors> {
  if (gitTop(root) === null) return { anchors: [], strange: [], unread: [] };
  const unread: GitTrouble[] = [];
  const tell: Tell = (trouble) => {
    if (unread.every(({ reason }) => reason !== trouble.reason)) unread.push(trouble);
  };
  const places = [...(await noted(root, tell)), ...(await tagged(root, tell))];
  const reached = await reachedOf(root, [...new Set(places.map(({ commit }) => commit))], tell);
  const own = prefixOf(root);
  const found: FoundAnchors = { anchors: [], strange: [], unread };
  for (const { text, ...place } of places) {
    const { anchors, unknown } = parseAnchors(text);
    const where = place.tag === undefined ? `the note on ${place.commit.slice(0, 10)}` : `the tag ${place.tag}`;
    if (unknown > 0 || (anchors.length === 0 && text.trim() !== ""))
      found.strange.push(`${where} is in a format this Writ does not know, so it was not compared: update Writ`);
    for (const anchor of anchors.filter((one) => one.root === own))
      found.anchors.push({ ...anchor, ...place, isReached: reached.has(place.commit) });
  }
  return { ...found, anchors: await withPublished(root, found.anchors, tell) };
}

/** Heads of published files are noted as one digest; which they are, the commit itself tells. */
async function withPublished(root: string, anchors: readonly FoundAnchor[], tell: Tell): Promise<FoundAnchor[]> {
  const commits = anchors.flatMap(({ published, commit }) => (published === undefined ? [] : [commit]));
  const at = await publishedAt(gitIn(root), [...new Set(commits)]);
  return anchors.map((anchor) => {
    const there = at.get(anchor.commit);
    // Of a commit that is part of what is checked out, git has the files.
    if (anchor.published !== undefined && there === undefined && anchor.isReached)
      tell(missing(`the published records of commit ${anchor.commit.slice(0, 10)}`));
    if (anchor.published === undefined || there === undefined) return anchor;
    const isForged = there.digest !== anchor.published.digest;
    return { ...anchor, heads: [...anchor.heads, ...there.heads], ...(isForged && { isForged }) };
  });
}

type Tell = (trouble: GitTrouble) => void;

const missing = (what: string): GitTrouble => ({
  reason: `git does not have ${what}`,
  fix: "Fetch it again from where the others have it: git fetch",
});

/** What git says of the notes or tags; a failure, or one that it passes over, is told. */
async function heard(root: string, args: readonly string[], tell: Tell, input = ""): Promise<string> {
  const said: GitSaid = await askGit(root, args, { input });
  const passedOver = /^warning: (ignoring (?:broken|dangling).* refs\/(?:notes\/writ|tags\/writ-anchor\/).*)$/m.exec(
    said.err,
  );
  if (said.code !== 0) tell(gitTrouble(said.err));
  else if (passedOver?.[1] !== undefined) tell(gitTrouble(passedOver[1]));
  return said.out;
}

interface Place {
  text: string;
  commit: string;
  tag?: string;
  signature?: Signature;
}

async function noted(root: string, tell: Tell): Promise<Place[]> {
  const out = await heard(root, ["notes", `--ref=${notesRef}`, "list"], tell);
  const pairs = out.split("\n").flatMap((line) => {
    const [, blob, commit] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64})$/.exec(line) ?? [];
    return blob === undefined || commit === undefined ? [] : [{ blob, commit }];
  });
  if (pairs.length === 0) return [];
  const input = `${pairs.map(({ blob }) => blob).join("\n")}\n`;
  const texts = splitBatch(await heard(root, ["cat-file", "--batch"], tell, input));
  return pairs.flatMap(({ blob, commit }) => {
    const text = texts.get(blob);
    if (text === undefined) tell(missing(`the note on ${commit.slice(0, 10)}`));
    return text === undefined ? [] : [{ text, commit }];
  });
}

/** `cat-file --batch` says name, kind and size in bytes, then the content. */
function splitBatch(out: string): Map<string, string> {
  const bytes = Buffer.from(out);
  const texts = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(10, at);
    const [, blob, size] = /^([0-9a-f]+) blob (\d+)$/.exec(bytes.toString("utf8", at, end)) ?? [];
    if (end < 0) break;
    // It is missing, or something else: there is no content then that could be a note.
    if (blob === undefined) {
      at = end + 1;
      continue;
    }
    at = end + 1 + Number(size);
    texts.set(blob, bytes.toString("utf8", end + 1, at));
    at += 1;
  }
  return texts;
}

async function tagged(root: string, tell: Tell): Promise<Place[]> {
  const format = "--format=%(refname)%00%(objecttype)%00%(tag)%00%(*objectname)%00%(contents)%01";
  const out = await heard(root, ["for-each-ref", format, `refs/tags/${tagPrefix}`], tell);
  const places: Place[] = [];
  for (const entry of out.split("\u0001")) {
    const [name = "", kind, own, commit = "", text = ""] = entry.trimStart().split("\0");
    const tag = name.replace("refs/tags/", "");
    if (tag === "") continue;
    // What is signed is the name inside; under another one an old anchor would pass for a new one.
    const signature = kind === "tag" && own !== tag ? "renamed" : await signatureOf(root, tag);
    // A tag without a message holds no anchor, whatever its name is.
    places.push({ tag, commit, text: kind === "tag" ? text : "{}", signature });
  }
  return places;
}

/** How many names fit on a command line. */
const atOnce = 500;

/** Those of the commits that are there and part of what is checked out. */
async function reachedOf(root: string, commits: readonly string[], tell: Tell): Promise<Set<string>> {
  const reached = new Set<string>();
  // Nothing is part of a branch that has no commit yet.
  const { code } = await askGit(root, ["rev-parse", "--verify", "--quiet", "HEAD"]);
  if (code !== 0 || commits.length === 0) return reached;
  for (let at = 0; at < commits.length; at += atOnce) {
    const some = commits.slice(at, at + atOnce).filter((commit) => /^[0-9a-f]{40,64}$/.test(commit));
    if (some.length === 0) continue;
    const there = await heard(root, ["rev-list", "--no-walk", "--ignore-missing", ...some], tell);
    const known = there.split("\n").filter((commit) => commit !== "");
    if (known.length === 0) continue;
    const apart = await heard(root, ["rev-list", "--ignore-missing", ...known, "--not", "HEAD"], tell);
    const unreached = new Set(apart.split("\n"));
    for (const commit of known) if (!unreached.has(commit)) reached.add(commit);
  }
  return reached;
}
