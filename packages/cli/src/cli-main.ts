import { readFileSync } from "node:fs";
import type { Command, Group } from "./command.ts";
import { nodeIo } from "./node-io.ts";
import { runCommandLine } from "./run.ts";

// Whoever reads our output may leave early (`writ log | head`): that is no fault, and what was begun is brought to its
// end. Nobody hears the rest.
let isLost = false;
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED" || isLost) return;
    // A full disk is a fault, of which the other stream may still tell.
    isLost = true;
    if (stream !== process.stderr) process.stderr.write(`Not all could be printed: ${error.message}\n`);
  });
}
process.on("exit", (code) => {
  if (isLost && code === 0) process.exitCode = 1;
});

/** Commands that answer faster than all the others can be loaded. */
const alone: Readonly<Record<string, () => Promise<{ default: Command }>>> = {
  blame: () => import("./commands/blame.ts"),
  why: () => import("./commands/why.ts"),
};

async function tableFor(word = ""): Promise<readonly (Command | Group)[]> {
  const load = Object.hasOwn(alone, word) ? alone[word] : undefined;
  return load === undefined ? (await import("./commands.ts")).commands : [(await load()).default];
}

const { version }: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const argv = process.argv.slice(2);
process.exitCode = await runCommandLine(await tableFor(argv[0]), argv, nodeIo(process, version));
