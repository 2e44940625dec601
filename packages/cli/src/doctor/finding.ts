import type { AgentId } from "@writ/contracts";
import type { Context } from "../io.ts";

/** `note`: worth knowing, nothing to mend. `warning`: worth a look. `error`: something must be mended. */
export type Level = "ok" | "note" | "warning" | "error";

/** One thing that was looked at. */
export interface Finding {
  readonly level: Level;
  /** What was looked at, in a word or two. */
  readonly about: string;
  /** The agent it is about, where it is about one. */
  readonly agent?: AgentId;
  readonly message: string;
  /** The command, or the words, that mend it. */
  readonly fix?: string;
}

/** Looks at one thing. */
export type Check = (root: string, context: Context) => Promise<readonly Finding[]>;

export const ok = (about: string, message: string): Finding => ({ level: "ok", about, message });
export const note = (about: string, message: string, fix?: string): Finding => ({
  level: "note",
  about,
  message,
  ...(fix === undefined ? {} : { fix }),
});
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
