import type { ContentHash } from "@writ/contracts";

/** A head as it is noted. */
export interface AnchoredHead {
  /** From the sidecar, with `/`. */
  file: string;
  writer: string;
  seq: number;
  hash: ContentHash;
  /** It was read from the commit, so it is wherever that commit is. Otherwise it is of one working copy's live ledger. */
  tracked?: true;
}

/** The heads of all chains of a workspace at one moment. */
export interface Anchor {
  /** ISO-8601. */
  at: string;
  /** The workspace, from git's top with a slash at its end; empty when they are the same. */
  root: string;
  heads: AnchoredHead[];
  /** Of all published files of the commit: how many heads they have, and a digest of their names and what they hold. */
  published?: { heads: number; digest: ContentHash };
}

/** The format of what is noted. */
const version = 1;

/** An anchor as one line, so that notes of several people can be joined line by line. */
export function toAnchorLine({ at, root, heads, published }: Anchor): string {
  return JSON.stringify({ writ_anchor: version, at, root, heads, published });
}

/** The anchors in a note or a tag's message, and how many lines look like one but are in a format nobody knows here. */
export function parseAnchors(text: string): { anchors: Anchor[]; unknown: number } {
  const lines = text.split("\n").filter((line) => line.trimStart().startsWith("{"));
  const parsed = lines.map(parseAnchor);
  const anchors = parsed.filter((anchor) => anchor !== null);
  return { anchors, unknown: parsed.length - anchors.length };
}

function parseAnchor(line: string): Anchor | null {
  try {
    const { writ_anchor: v, at, root, heads, published }: Record<string, unknown> = JSON.parse(line);
    const isOurs =
      v === version && typeof at === "string" && isMoment(at) && typeof root === "string" && Array.isArray(heads);
    if (!isOurs || !heads.every(isHead)) return null;
    if (published === undefined) return { at, root, heads };
    return isPublished(published) ? { at, root, heads, published } : null;
  } catch {
    return null;
  }
}

/** It is said to people and sorted by, so nothing but a time will do. */
const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT[\d:.]{5,15}(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));

const hashForm = /^sha256:[0-9a-f]{64}$/;

function isPublished(value: unknown): value is NonNullable<Anchor["published"]> {
  if (typeof value !== "object" || value === null) return false;
  const { heads, digest }: Partial<Record<string, unknown>> = { ...value };
  return typeof heads === "number" && typeof digest === "string" && hashForm.test(digest);
}

function isHead(value: unknown): value is AnchoredHead {
  if (typeof value !== "object" || value === null) return false;
  const { file, writer, seq, hash }: Partial<Record<keyof AnchoredHead, unknown>> = value;
  return (
    typeof file === "string" &&
    /^(agent_trace\.jsonl|decisions\.jsonl|ledger\/[^/\\]+\/[^/\\]+\.jsonl)$/.test(file) &&
    typeof writer === "string" &&
    /^[\w-]{1,64}$/.test(writer) &&
    Number.isSafeInteger(seq) &&
    Number(seq) > 0 &&
    typeof hash === "string" &&
    hashForm.test(hash)
  );
}
