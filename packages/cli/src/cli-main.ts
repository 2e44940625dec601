import { readFileSync } from "node:fs";
import { commands } from "./commands.ts";
import { nodeIo } from "./node-io.ts";
import { runCommandLine } from "./run.ts";

// Whoever reads our output may leave early (`writ log | head`): that is no fault.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit(process.exitCode ?? 0);
  });
}

const { version }: { version: string } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
process.exitCode = await runCommandLine(commands, process.argv.slice(2), nodeIo(process, version));
