import type { Context } from "../io.ts";

/** One thing that was looked at. */
export interface Finding {
  readonly level: "ok" | "warning" | "error";
  /** What was looked at, in a word or two. */
  readonly about: string;
  readonly message: string;
  /** The command, or the words, that mend it. */
  readonly fix?: string;
}

/** Looks at one thing. */
export type Check = (root: string, context: Context) => Promise<readonly Finding[]>;

export const ok = (about: string, message: string): Finding => ({ level: "ok", about, message });
export const warning = (about: string, message: string, fix: string): Finding => ({
  level: "warning",
  about,
  message,
  fix,
});
export const error = (about: string, message: string, fix: string): Finding => ({
  level: "error",
  about,
  message,
  fix,
});
