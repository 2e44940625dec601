import { gitIn } from "../check/git.ts";
import { gitTop, prefixOf } from "../git/folders.ts";
import { type Anchor, parseAnchors } from "./anchor-text.ts";
import { askGit } from "./git-text.ts";
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
}

/** The anchors of a workspace in git's notes and tags; none without git. */
export async function findAnchors(root: string): Promise<FoundAnchors> {
  if (gitTop(root) === null) return { anchors: [], strange: [] };
  const places = [...(await noted(root)), ...(await tagged(root))];
  const reached = await reachedOf(root, [...new Set(places.map(({ commit }) => commit))]);
  const own = prefixOf(root);
  const found: FoundAnchors = { anchors: [], strange: [] };
  for (const { text, ...place } of places) {
    const { anchors, unknown } = parseAnchors(text);
    const where = place.tag === undefined ? `the note on ${place.commit.slice(0, 10)}` : `the tag ${place.tag}`;
    if (unknown > 0 || (anchors.length === 0 && text.trim() !== ""))
      found.strange.push(`${where} is in a format this Writ does not know, so it was not compared: update Writ`);
    for (const anchor of anchors.filter((one) => one.root === own))
      found.anchors.push({ ...anchor, ...place, isReached: reached.has(place.commit) });
  }
  return { ...found, anchors: await withPublished(root, found.anchors) };
}

/** Heads of published files are noted as one digest; which they are, the commit itself tells. */
async function withPublished(root: string, anchors: readonly FoundAnchor[]): Promise<FoundAnchor[]> {
  const commits = anchors.flatMap(({ published, commit }) => (published === undefined ? [] : [commit]));
  const at = await publishedAt(gitIn(root), [...new Set(commits)]);
  return anchors.map((anchor) => {
    const there = at.get(anchor.commit);
    if (anchor.published === undefined || there === undefined) return anchor;
    const isForged = there.digest !== anchor.published.digest;
    return { ...anchor, heads: [...anchor.heads, ...there.heads], ...(isForged && { isForged }) };
  });
}

interface Place {
  text: string;
  commit: string;
  tag?: string;
  signature?: Signature;
}

async function noted(root: string): Promise<Place[]> {
  const { out } = await askGit(root, ["notes", `--ref=${notesRef}`, "list"]);
  const pairs = out.split("\n").flatMap((line) => {
    const [, blob, commit] = /^([0-9a-f]{40,64}) ([0-9a-f]{40,64})$/.exec(line) ?? [];
    return blob === undefined || commit === undefined ? [] : [{ blob, commit }];
  });
  if (pairs.length === 0) return [];
  const input = `${pairs.map(({ blob }) => blob).join("\n")}\n`;
  const texts = splitBatch((await askGit(root, ["cat-file", "--batch"], { input })).out);
  return pairs.flatMap(({ blob, commit }) => {
    const text = texts.get(blob);
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
    if (end < 0 || blob === undefined) break;
    at = end + 1 + Number(size);
    texts.set(blob, bytes.toString("utf8", end + 1, at));
    at += 1;
  }
  return texts;
}

async function tagged(root: string): Promise<Place[]> {
  const format = "--format=%(refname)%00%(objecttype)%00%(tag)%00%(*objectname)%00%(contents)%01";
  const { out } = await askGit(root, ["for-each-ref", format, `refs/tags/${tagPrefix}`]);
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
async function reachedOf(root: string, commits: readonly string[]): Promise<Set<string>> {
  const reached = new Set<string>();
  for (let at = 0; at < commits.length; at += atOnce) {
    const some = commits.slice(at, at + atOnce).filter((commit) => /^[0-9a-f]{40,64}$/.test(commit));
    const there = await askGit(root, ["rev-list", "--no-walk", "--ignore-missing", ...some]);
    const known = there.out.split("\n").filter((commit) => commit !== "");
    const apart = await askGit(root, ["rev-list", "--ignore-missing", ...known, "--not", "HEAD"]);
    if (known.length === 0 || apart.code !== 0) continue;
    const unreached = new Set(apart.out.split("\n"));
    for (const commit of known) if (!unreached.has(commit)) reached.add(commit);
  }
  return reached;
}
