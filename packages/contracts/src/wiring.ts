import type { AgentId } from "./event.ts";

/** For everybody who clones the repository, or for one person's working copy only. */
export type Audience = "team" | "personal";

/** One settings file of an agent, and how Writ stands in it. Pure: text in, text out. `null` means there is no file. */
export interface WiredFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  /** What it is for, in a few words: "hooks", "MCP server", "plugin". */
  readonly purpose: string;
  /** The file with Writ's entries, everything else as it was. Throws `SETTINGS_INVALID` for a file it cannot read. */
  wire(text: string | null): string;
  /** The file without Writ's entries; `null` when nothing but Writ's own was in it. */
  unwire(text: string): string | null;
  /** `outdated`: Writ is in it, but not as `wire` would write it now. */
  state(text: string | null): "absent" | "wired" | "outdated";
}

/** How an agent is connected: data about its files, and what only the person can do. */
export interface Wiring {
  readonly agent: AgentId;
  /** As people call it. */
  readonly title: string;
  /** What shows that the agent is used: in the repository, in the home folder, on the path. */
  readonly signs: {
    readonly project: readonly string[];
    readonly home: readonly string[];
    readonly commands: readonly string[];
  };
  files(audience: Audience): readonly WiredFile[];
  /** What the person must do before the hooks fire, each a sentence with its command; none for most agents. */
  readonly trust: readonly string[];
  /** What cannot be had with this agent, each a sentence. */
  readonly limits: readonly string[];
  /** A command a person can run that makes the hooks fire once, to see that they do. */
  readonly canary: string | null;
}
