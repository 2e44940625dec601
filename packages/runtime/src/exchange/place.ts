import { join } from "node:path";
import type { TraceFile, TraceRecord, Unchained } from "@writ/contracts";
import { type Content, placeClaim } from "@writ/engine";
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
      // What Writ or the seeds' tools wrote says itself what can be known.
      if (imported?.format !== "agent-trace" || imported.original === undefined) return draft;
      const files = { ...draft.metadata.files };
      const lines: Record<string, string[]> = {};
      for (const file of draft.files) {
        const path = file.relative_path;
        const placed = await placeFile(file, draft.vcs.revision_id, { root, git });
        if (placed === null) continue;
        files[path] = placed.meta;
        lines[path] = placed.lines;
      }
      return { ...draft, metadata: { ...draft.metadata, files, lines } };
    },
    close: () => git.close(),
  };
}

async function placeFile(file: TraceFile, revision: string, { root, git }: { root: string; git: GitContents }) {
  const committed = await contentAt(file.relative_path, revision, git);
  const placed = committed === null ? null : placeClaim(file, committed, sha256);
  if (placed !== null) return placed;
  const now = readPlainFile(join(root, file.relative_path));
  if (!(now instanceof Uint8Array) || now.includes(0)) return null;
  return placeClaim(file, { text: Buffer.from(now).toString("utf8") }, sha256);
}

async function contentAt(path: string, revision: string, git: GitContents): Promise<Content | null> {
  const now = await git.read(revision, path);
  if (now === null) return null;
  const before = await git.read(`${revision}^`, path);
  return { ...now, before: before?.text ?? "" };
}
