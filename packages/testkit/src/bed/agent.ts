import type { AgentId } from "@writ/contracts";
import type { Spell } from "../model/script.ts";
import type { Wanted } from "./install.ts";

/** What is fetched from npm, to the exact version: only the builds for this platform, where there are any. */
export interface Pin extends Wanted {
  /** The Node it runs with, where ours is too old. */
  readonly node?: Wanted;
}

/** Where one run of an agent takes place. */
export interface Place {
  /** The repository it works in. */
  readonly root: string;
  /** The folder it is started in: the root, or one below it. */
  readonly start: string;
  /** A folder of this run alone; its `home` and `tmp` are in it, and what it starts is known by it. */
  readonly own: string;
  /** Where commands are found. */
  readonly path: string;
  /** What the sessions of one person share (`XDG_RUNTIME_DIR`). */
  readonly runtime: string;
}

/** What an agent is started with. */
export interface Start {
  readonly place: Place;
  /** The scripted model, without a path. */
  readonly url: string;
  /** The installed file of the pin, and the Node to run it with. */
  readonly file: string;
  readonly node: string;
  readonly prompt: string;
}

/** A real agent, and how it is run without a person. */
export interface BedAgent {
  readonly id: AgentId;
  readonly title: string;
  readonly pin: Pin;
  /** Whether the bed is red without it. */
  readonly required: boolean;
  /** Files of its home: who its model is. Nothing about hooks. */
  home(start: Start): Readonly<Record<string, string>>;
  env(start: Start): Readonly<Record<string, string>>;
  command(start: Start): readonly string[];
  /** The same, going on with the last conversation of this home, which has this id. */
  resume(start: Start, session: string): readonly string[];
  /** Whether the settings of a repository count where the agent is started below its root. */
  readonly isGovernedBelow: boolean;
  /** How its model puts an act; paths are absolute where it wants them so, or count from where it was started. */
  spell(root: string, start: string): Spell;
  /** The model as the ledger should name it. */
  readonly model: string;
  /** Why it cannot do a thing others can; a scenario that needs it is skipped with these words. */
  readonly lacks: Readonly<
    Partial<Record<"mcp" | "context" | "reading" | "prompts" | "messages" | "resume" | "user", string>>
  >;
}
