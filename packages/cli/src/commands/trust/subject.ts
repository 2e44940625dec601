import type { Context } from "../../io.ts";

/** Something a repository brings that counts only once a person has looked at it. */
export interface Subject {
  /** What is trusted, as `--json` names it. */
  readonly names: readonly string[];
  readonly kind: "config" | "hook" | "run";
  /** All that must be seen before it can be trusted. */
  readonly lines: readonly string[];
  readonly question: string;
  /** What to say once it is. */
  readonly thanks: string;
  /** The files that are trusted, from the root. */
  readonly paths: readonly string[];
  /** What to write down beside them. */
  readonly reason?: string;
  /** Whether it is still what `lines` shows. */
  isUnchanged(): Promise<boolean>;
  trust(): Promise<void>;
}

/** What is needed to show a subject. */
export type Shown = Pick<Context, "paint">;
