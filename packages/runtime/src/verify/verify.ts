import { join, relative, sep } from "node:path";
import type { LedgerProblem } from "@writ/contracts";
import { listPublished, notPlain, strangeIn, type Verification, verifyFiles } from "@writ/stores";
import { findUnfounded } from "../workspace/answers-on-record.ts";
import type { Workspace } from "../workspace/types.ts";
import { falseStones } from "./false-stones.ts";
import { type FoundAnchors, seekAnchors } from "./find-anchors.ts";
import { bytesOf, followBytes, type OnBytes } from "./follow-bytes.ts";
import { placeAnchors, sayWhere } from "./place-anchors.ts";
import { returnedRecords } from "./returned.ts";
import { strandedChains } from "./stranded.ts";
import type { Verified } from "./types.ts";

/** Who wants to know how far it is. */
export interface VerifyWorkspaceOptions {
  onProgress?: OnBytes;
}

/**
 * Checks the live ledgers, everything published, what was anchored of them, and that people's answers are on record.
 * Files are named from the root.
 */
export async function verify(workspace: Workspace, options: VerifyWorkspaceOptions = {}): Promise<Verified> {
  const found = await seekAnchors(workspace.root);
  const checked = await checkChains(workspace, found, options.onProgress);
  const { records, problems, more, waiting, notices, files, erased, elsewhere } = checked;
  const { traces, decisions } = workspace.paths;
  const live = (files[traces] ?? 0) + (files[decisions] ?? 0);
  const fromRoot = (file: string): string => relative(workspace.root, file).split(sep).join("/");
  const named = (all: readonly LedgerProblem[]) => all.map((one) => ({ ...one, file: fromRoot(one.file) }));
  const git = (reason: string): LedgerProblem => ({ file: join(workspace.root, ".git"), line: 0, reason });
  const forged = found.anchors.flatMap((anchor) => {
    const { tag, signature, isForged } = anchor;
    if (signature === "bad") return [git(`the signature of the tag ${tag} is not good: somebody changed it`)];
    if (signature === "renamed")
      return [git(`the tag ${tag} is a copy of a tag of another name: it vouches for nothing`)];
    return isForged === true
      ? [git(`an anchor (${sayWhere(anchor)}) does not fit the files of its commit: somebody changed it`)]
      : [];
  });
  const unread = found.unread.map(({ reason, fix }) => git(`the anchors could not be read (${reason}). ${fix}`));
  const stones = erased === 0 ? [] : await falseStones(workspace);
  const all = [...problems, ...stones, ...forged, ...unread, ...(await answerProblems(workspace))];
  return {
    ok: all.length === 0,
    records,
    problems: named(all),
    more,
    waiting: waiting.length,
    live,
    published: records - live,
    erased,
    notices: named([
      ...notices,
      ...(erased === 0 ? [] : await returnedRecords(workspace)),
      ...[...found.strange, ...lostAnchors(checked, found), ...(await strandedChains(workspace, checked, found))].map(
        git,
      ),
    ]),
    anchors: found.anchors
      .map(({ at, commit, heads, tag, signature, published }) => ({
        at,
        commit,
        heads:
          heads.filter(({ tracked }) => published === undefined || tracked !== true).length + (published?.heads ?? 0),
        ...(tag !== undefined && { tag }),
        ...(signature !== undefined && { signature }),
      }))
      .sort((one, other) => (one.at < other.at ? -1 : 1)),
    elsewhere,
  };
}

/** Anchors that were made here and are gone: whoever cuts an end off would take them away first. */
function lostAnchors({ anchored }: Verification, { anchors }: FoundAnchors): string[] {
  const there = new Set(anchors.map(({ tag, commit }) => (tag === undefined ? `note ${commit}` : `tag ${tag}`)));
  const lost = [...new Set(anchored)].filter((place) => !there.has(place));
  return lost.map((place) => `the anchor that was made here as ${place} is not there any more`);
}

/** The chains of all ledgers, compared with the anchors there are. */
export async function checkChains(
  { root, paths, readConfig }: Workspace,
  { anchors }: FoundAnchors,
  onProgress?: OnBytes,
): Promise<Verification> {
  const live = [paths.traces, paths.decisions];
  const isSingle = anchors.length > 0 && (await ledgerMode(readConfig)) === "single";
  const placed = await placeAnchors(root, paths, anchors, isSingle);
  // A published file that is gone is known only from what was noted of it.
  const there = new Set(placed.length === 0 ? [] : [...live, ...(await listPublished(paths.published))]);
  const gone = [...new Set(placed.map(({ file }) => file))].filter((file) => !there.has(file)).sort();
  const strange = (await strangeIn(paths.published)).filter((file) => !gone.includes(file));
  const all = onProgress === undefined ? 0 : await bytesOf(live, paths.published);
  const checked = await verifyFiles([...live, ...gone], paths.published, {
    anchors: placed,
    traces: [paths.traces],
    compared: "all",
    told: live,
    own: paths.decisions,
    onProgress: followBytes(all, onProgress),
  });
  if (strange.length === 0) return checked;
  const [litter, hidden] = [strange.filter(isLitter), strange.filter((file) => !isLitter(file))];
  const tell = (reason: string) => (file: string) => ({ file, line: 0, reason });
  return {
    ...checked,
    ok: checked.ok && hidden.length === 0,
    problems: [...checked.problems, ...hidden.map(tell(notPlain))],
    notices: [...checked.notices, ...litter.map(tell("left behind by a write that was killed: it can be deleted"))],
  };
}

/** As a file is called while it is written, before it takes its name. */
const isLitter = (file: string): boolean => /[/\\]\.[^/\\]+\.jsonl\.[0-9a-f]{12}\.tmp$/.test(file);

async function ledgerMode(readConfig: Workspace["readConfig"]): Promise<string> {
  // Whoever needs the config says what is wrong with it; records can be checked without.
  return readConfig().then(
    ({ config }) => config.ledger,
    () => "branch",
  );
}

async function answerProblems({ paths, grants, tickets, decisions }: Workspace): Promise<LedgerProblem[]> {
  const kept = { grants: await grants.list(), tickets: await tickets.list() };
  // Lines that cannot be read are told of already.
  const found = await findUnfounded(
    kept,
    decisions.read({}, () => {}),
  );
  return found.map(({ id, reason }) => {
    const folder = id.startsWith("G-") ? "grants" : "tickets";
    return { file: join(paths.state, folder, `${id}.json`), line: 1, reason };
  });
}
