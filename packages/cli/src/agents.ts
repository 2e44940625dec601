import { join } from "node:path";
import { readIfThere } from "./files.ts";

/** How an agent is told to ask Writ: which file it reads its hooks from, and the events it has. */
interface Connection {
  readonly title: string;
  /** Where people put its hooks, from the root of the repository. */
  readonly file: string;
  /** Everywhere its hooks may stand: from the root, and from the home folder. */
  readonly files: readonly string[];
  readonly homeFiles: readonly string[];
  /** The events to connect, and whether each is asked about every tool. */
  readonly events: Readonly<Record<string, { readonly tools: boolean }>>;
}

/** By the name `writ hook` knows the agent by. */
export const connections: Readonly<Record<string, Connection>> = {
  "claude-code": {
    title: "Claude Code",
    file: ".claude/settings.json",
    files: [".claude/settings.json", ".claude/settings.local.json"],
    homeFiles: [".claude/settings.json"],
    events: {
      SessionStart: { tools: false },
      PreToolUse: { tools: true },
      PostToolUse: { tools: true },
      PostToolUseFailure: { tools: true },
      Stop: { tools: false },
      SessionEnd: { tools: false },
    },
  },
};

/** The settings that connect an agent, as text to paste. */
export function settingsFor(agent: string): string {
  const events = Object.entries(connections[agent]?.events ?? {});
  const lines = events.map(([event, { tools }]) => {
    const hook = { type: "command", command: `writ hook ${agent} ${event}` };
    return `    ${JSON.stringify(event)}: [${spaced({ ...(tools && { matcher: "*" }), hooks: [hook] })}]`;
  });
  return `{\n  "hooks": {\n${lines.join(",\n")}\n  }\n}`;
}

/** JSON on one line, with the blanks people put there. */
function spaced(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(/\n\s*/g, " ").replace(/\[ /g, "[").replace(/ \]/g, "]");
}

/** A settings file that has Writ asked. */
export interface Connected {
  readonly agent: string;
  /** As the person knows it: from the root, or from `~`. */
  readonly file: string;
}

/** The settings files that call `writ hook`, however its path is spelled there. */
export async function findConnected(root: string, home: string): Promise<Connected[]> {
  const found: Connected[] = [];
  for (const [agent, { files, homeFiles }] of Object.entries(connections)) {
    const places = [
      ...files.map((file) => ({ file, path: join(root, file) })),
      ...homeFiles.map((file) => ({ file: `~/${file}`, path: join(home, file) })),
    ];
    for (const { file, path } of places) {
      const text = (await readIfThere(path).catch(() => null))?.toString("utf8") ?? "";
      if (callsWrit(text)) found.push({ agent, file });
    }
  }
  return found;
}

/** `writ hook`, `npx writ hook`, `node ".../writ.cjs" hook`, with the quotes JSON gives them. */
export function callsWrit(text: string): boolean {
  return /\bwrit(\.cjs|\.cmd)?[\\"']*\s+hook\b/.test(text);
}
