import { join } from "node:path";
import type { TraceFile, TraceFileMeta, TraceRecord, Unchained } from "@writ/contracts";
import { type Content, fitsContent, placeClaim } from "@writ/engine";
import { readPlainFile } from "@writ/stores";
import { sha256 } from "../hash.ts";
import { type GitContents, openGitContents } from "./git-contents.ts";

type Draft = Unchained<TraceRecord>;

/** Finds the contents that imported records speak of. */
export interface Placer {
  /** The record with its lines, where they were found; as it was otherwise. */
  place(draft: Draft): Promise<Draft>;
  close(): void;
}

/** Looks in the commit a record names, then in the work tree. */
export function openPlacer(root: string): Placer {
  const git = openGitContents(root);
  return {
    async place(draft) {
      const { imported } = draft.metadata;
      const isOthers = imported?.format === "agent-trace" && imported.original !== undefined;
      // What Writ or the seeds' tools wrote says itself what can be known, unless it can be seen to be wrong.
      const told = isOthers ? draft : withoutWrong(draft, root);
      const files = { ...told.metadata.files };
      const lines: Record<string, string[]> = isOthers ? {} : { ...told.metadata.lines };
      for (const file of told.files) {
        const path = file.relative_path;
        if (!isOthers && !saysOnlyRanges(files[path])) continue;
        const placed = await placeFile(file, draft.vcs.revision_id, { root, git });
        if (placed === null) continue;
        files[path] = placed.meta;
        lines[path] = placed.lines;
      }
      return { ...told, metadata: { ...told.metadata, files, lines } };
    },
    close: () => git.close(),
  };
}

/** Of which content the ranges speak, a record of the seeds' tools does not say. */
const saysOnlyRanges = (meta: TraceFileMeta | undefined): boolean =>
  meta !== undefined &&
  meta.after === null &&
  meta.change === undefined &&
  meta.coarse !== true &&
  meta.op !== "delete";

async function placeFile(file: TraceFile, revision: string, { root, git }: { root: string; git: GitContents }) {
  const committed = await contentAt(file.relative_path, revision, git);
  const placed = committed === null ? null : placeClaim(file, committed, sha256);
  if (placed !== null) return placed;
  const now = readPlainFile(join(root, file.relative_path));
  if (!(now instanceof Uint8Array) || now.includes(0)) return null;
  return placeClaim(file, { text: Buffer.from(now).toString("utf8") }, sha256);
}

/** The record with only the names of those files whose content is here and has other lines than it says. */
function withoutWrong(draft: Draft, root: string): Draft {
  const { files, lines, imported } = draft.metadata;
  const wrong = draft.files.filter((file) => {
    const meta = files[file.relative_path];
    const now = meta?.after == null ? null : readPlainFile(join(root, file.relative_path));
    if (meta === undefined || !(now instanceof Uint8Array) || sha256(now) !== meta.after) return false;
    return !fitsContent(file, meta, lines[file.relative_path] ?? [], Buffer.from(now).toString("utf8"), sha256);
  });
  if (wrong.length === 0 || imported === undefined) return draft;
  const kept = { files: { ...files }, lines: { ...lines } };
  for (const { relative_path: path } of wrong) {
    kept.files[path] = { op: files[path]?.op ?? "modify", before: null, after: null, removed: 0, coarse: true };
    delete kept.lines[path];
  }
  const claims = { files, lines, ...imported.claims };
  return { ...draft, metadata: { ...draft.metadata, ...kept, imported: { ...imported, claims } } };
}

async function contentAt(path: string, revision: string, git: GitContents): Promise<Content | null> {
  const now = await git.read(revision, path);
  if (now === null) return null;
  const before = await git.read(`${revision}^`, path);
  return { ...now, before: before?.text ?? "" };
}
