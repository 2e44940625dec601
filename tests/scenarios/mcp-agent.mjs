// Plays an agent that starts an MCP server: a process of its own between the test, which is the person's, and the server.
import { spawn } from "node:child_process";

const [server = "", ...args] = process.argv.slice(2);
const child = spawn(server, args, { stdio: ["pipe", "pipe", "inherit"] });
process.stderr.write(`server ${child.pid}\n`);
process.stdin.pipe(child.stdin);
child.stdout.pipe(process.stdout);
child.stdin.on("error", () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("exit", (code) => process.exit(code ?? 1));
