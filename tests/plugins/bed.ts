import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { scratch } from "@writ/testkit";
import { onTestFinished } from "vitest";

const shipped = fileURLToPath(new URL("../../packages/cli/dist/plugins/", import.meta.url));

/** Where each agent looks for its plugins. */
const places = {
  opencode: ".orchestration/plugins/opencode.js",
  kilo: ".orchestration/plugins/kilo.js",
  cline: ".cline/plugins/writ.js",
  pi: ".pi/extensions/writ.js",
  // Node takes no TypeScript; Amp does, and there it is called `writ.ts`.
  amp: ".amp/plugins/writ.js",
};
export type PluginAgent = keyof typeof places;

/** What a plugin told Writ, in the order it did. */
export interface Told {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** A shim that writes down what it is told, and gives the answer that lies ready for the event. */
const listening = `here=\${0%/*}
payload=$(cat)
printf '%s\\n' "$payload" >>"$here/told.jsonl"
if [ -f "$here/$2.json" ]; then cat "$here/$2.json"; else echo '{}'; fi
`;

/** Shims that fail, each in its way. */
export const broken = {
  missing: null,
  crashing: "exit 1\n",
  killed: "kill -9 $$\n",
  "printing no JSON": "echo all is well\n",
  "printing a list": "echo '[]'\n",
  "printing half an answer": "printf '{\"context\":'\n",
  "saying nothing": "exit 0\n",
  "passing with exit code 1": "echo '{}'; exit 1\n",
  hanging: "sleep 60\n",
  "hanging with its output open": "echo half; sleep 60 & wait\n",
} satisfies Record<string, string | null>;

/** Puts an agent's plugin where the agent looks for it, and loads it from there. */
export async function plugIn(agent: PluginAgent, root: string) {
  const path = join(root, places[agent]);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(join(shipped, `${agent}.js`), path);
  writeFileSync(join(dirname(path), "package.json"), '{ "type": "module" }\n');
  return await import(pathToFileURL(path).href);
}

/** A repository with one agent's plugin in it, as `writ init` leaves it, and a shim that is a real script. */
export async function aPlugged(agent: PluginAgent, shim: string | null = listening) {
  const { root, remove, write } = scratch({}, null);
  onTestFinished(remove);
  const file = join(root, ".orchestration", "writ.sh");
  mkdirSync(dirname(file));
  const use = (text: string | null) => (text === null ? rmSync(file, { force: true }) : writeFileSync(file, text));
  use(shim);
  const record = join(root, ".orchestration", "told.jsonl");
  return {
    root,
    module: await plugIn(agent, root),
    use,
    /** What Writ shall answer to this event from now on. */
    answer: (event: string, reply: object) => write(`.orchestration/${event}.json`, JSON.stringify(reply)),
    told: (): Told[] =>
      existsSync(record)
        ? readFileSync(record, "utf8")
            .trim()
            .split("\n")
            .map((line): Told => JSON.parse(line))
        : [],
  };
}
