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

/** The secret of every installation here. */
const secret = "0123456789abcdef".repeat(3);

/** Lies beside every shim, as `writ init` leaves it. */
export function prove(root: string): void {
  const file = join(root, ".orchestration", ".state", "seal");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${secret}\n`);
}

/** For shims: passes its input on as a proven answer with this exit code. */
export const framing = `frame() { printf '%s %s \\0' ${secret.slice(0, 16)} "$1"; cat; printf '\\0'; }
`;

/** A shim that writes down what it is told, and gives the answer that lies ready for the event. */
const listening = `${framing}here=\${0%/*}
payload=$(cat)
printf '%s\\n' "$payload" >>"$here/told.jsonl"
if [ -f "$here/$2.json" ]; then cat "$here/$2.json"; else echo '{}'; fi | frame 0
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
  "passing without a proof": "echo '{}'\n",
  "passing with another proof": `${framing}echo '{}' | frame 0 | tr 0-9 9-0\n`,
  "passing without an end": `${framing}echo '{}' | frame 0 | tr -d '\\000'\n`,
  "passing with exit code 1": `${framing}echo '{}' | frame 0; exit 1\n`,
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
  prove(root);
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
