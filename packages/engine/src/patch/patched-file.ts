/** One file a patch touches, and what it does to it. */
export interface PatchedFile {
  op: "create" | "modify" | "delete" | "rename";
  path: string;
  /** For `rename`: the old path. */
  from?: string;
  /** For a symbolic link: what it will point at, as spelled. */
  link?: string;
  /** The lines of the patch that concern it, as they stand: `+new`, `-old`, ` kept`, `@@`. */
  lines: string[];
}

/** What a patch touches, or why it cannot be read. There is no in-between: half a patch is no patch. */
export type PatchRead = { ok: true; files: PatchedFile[] } | { ok: false; reason: string };

/** A patch that cannot be read. */
export const unreadable = (reason: string): PatchRead => ({ ok: false, reason });
