/** What a call does to one thing. */
export const effectOps = ["create", "modify", "delete", "rename", "exec"] as const;
export type EffectOp = (typeof effectOps)[number];

/**
 * How sure we are: `exact` was named by the call, `inferred` was derived from it (a parsed command),
 * `opaque` means something may happen that we cannot name.
 */
export type Certainty = "exact" | "inferred" | "opaque";

/** One thing a call does. */
export interface Effect {
  op: EffectOp;
  /** As the agent spelled it; for `exec`, the program. `null` where it cannot be known. */
  path: string | null;
  /** For `rename`: the old path. */
  from?: string;
  certainty: Certainty;
  /** For a link being made: what it will point at, as spelled. Writing through it later changes that. */
  to?: string;
  /** What is copied or hard-linked as it is: should that be a link, it may lead elsewhere from its new place. */
  carries?: string;
  /** It happens only if what `path` lies in is a folder: `cp a b` writes `b/a` then, and `b` otherwise. */
  ifFolder?: true;
  /** It counts only if there is something of that name: an option nobody knows may write to what it is given. */
  ifThere?: true;
  /** `path` is a folder, and any file beneath it may be meant: a pattern (`src/*.ts`) names no more. */
  within?: true;
  /** With `within`: the shell's pattern for what lies right in the folder, `*.log`. Unset where any name may be meant. */
  names?: string;
  /** A tool of the repository is told to write there: where git ignores it, that is build output. */
  output?: true;
  /** It gets an older content, and what was not committed is lost: for one named file that is a change like any other. */
  reverts?: true;
  /** The content the file will have, or the edits, where the payload says so. Never persisted. */
  change?: Change;
}

/** What a file effect puts into the file. */
export type Change =
  | { kind: "content"; content: string }
  | { kind: "edits"; edits: readonly Edit[] }
  | { kind: "patch"; patch: string };

export interface Edit {
  old: string;
  new: string;
  all?: boolean;
}
