import type { AgentId } from "./event.ts";

/** For everybody who clones the repository, or for one person's working copy only. */
export type Audience = "team" | "personal";

/** What a wiring copies into the repository as it is. It is built, so it arrives as an argument. */
export interface Shipped {
  /** The text of the plugin that was built for an agent. */
  plugin(agent: AgentId): string;
}

/** One settings file of an agent, and how Writ stands in it. Pure: text in, text out. `null` means there is no file. */
export interface WiredFile {
  /** From the root of the repository, with `/`. */
  readonly path: string;
  /** Files the agent reads the same from: the first of them that is there is used, and this one where none is. */
  readonly others?: readonly WiredFile[];
  /** What it is for, in a few words: "hooks", "MCP server", "plugin". */
  readonly purpose: string;
  /** The file with Writ's entries, everything else as it was. Throws `SETTINGS_INVALID` for a file it cannot read. */
  wire(text: string | null): string;
  /** The file without Writ's entries; `null` when nothing but Writ's own was in it. Throws like `wire`. */
  unwire(text: string): string | null;
  /** `outdated`: Writ is in it, but not as `wire` would write it now, or in a file that cannot be read. Never throws. */
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
  /** The file with the hooks first: without it the others are of no use. */
  files(audience: Audience, shipped: Shipped): readonly WiredFile[];
  /**
   * The same in the settings of one user, from the home folder, with hooks that are silent where nothing is governed; none
   * for an agent that cannot be connected there.
   */
  userFiles(shipped: Shipped): readonly WiredFile[];
  /** Variables that name a folder of the home folder elsewhere: `CODEX_HOME` for `.codex`. */
  readonly userFolders?: Readonly<Record<string, string>>;
  /** What the person must do before the hooks fire, each a sentence with its command; none for most agents. */
  readonly trust: readonly string[];
  /** The same before the MCP server is used, where it is registered. */
  readonly trustServer?: string;
  /** What cannot be had with this agent, each a sentence. */
  readonly limits: readonly string[];
  /** What of it cannot ask its person, as people call it: a question is a ticket there. */
  readonly cannotAsk?: string;
  /** A command a person can run that makes the hooks fire once, to see that they do. */
  readonly canary: string | null;
}
