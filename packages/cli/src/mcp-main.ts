import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { Conversation } from "./mcp/conversation.ts";
import { MessageLimit, type RequestId } from "./mcp/message-limit.ts";
import { Place } from "./mcp/place.ts";
import { makeServer } from "./mcp/server.ts";
import { sessionIdFrom } from "./mcp/session-id.ts";

/** No tool call needs more, and reading it must not exhaust the machine. */
const largestMessage = 16 * 1024 * 1024;
/** The code of JSON-RPC for what is no request that can be answered. */
const invalidRequest = -32600;
/** How long a call that was begun may go on after the agent has left. */
const farewellMs = 5_000;

/** Standard output belongs to the protocol; what a person should know goes here. */
const note = (text: string): void => {
  process.stderr.write(`Writ: ${text}\n`);
};

/** Whoever sent what is too large to be read waits for an answer, and may send something smaller. */
function tellTooLarge(id: RequestId): void {
  const message = `The message has more than ${largestMessage / 1024 / 1024} MB, so it was not read. Send less at once.`;
  note(message);
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: invalidRequest, message } })}\n`);
}

function startFolder(): string {
  const { values } = parseArgs({ args: process.argv.slice(3), options: { project: { type: "string" } } });
  const folder = resolve(values.project ?? ".");
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`There is no folder ${folder}.`);
  return folder;
}

function serve(start: string): void {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  const conversation = new Conversation({
    place: new Place(start),
    session: sessionIdFrom(process.env, randomUUID),
    uuid: randomUUID,
    parent: process.ppid,
    platform: process.platform,
  });

  let isLeaving = false;
  // A server nobody listens to any more ends, whichever way its agent went.
  const leave = (): void => {
    if (isLeaving) return;
    isLeaving = true;
    setTimeout(() => process.exit(0), farewellMs).unref();
    conversation.end().then(
      () => process.exit(0),
      (error: unknown) => {
        note(error instanceof Error ? error.message : String(error));
        process.exit(1);
      },
    );
  };
  process.stdin.once("end", leave).once("close", leave);
  process.stdout.once("error", leave);
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.once(signal, leave);

  const messages = process.stdin.pipe(new MessageLimit(largestMessage, { tooLarge: tellTooLarge, endless: leave }));
  const transport = new StdioServerTransport(messages, process.stdout, { maxBufferSize: 2 * largestMessage });
  serveStdio(() => makeServer(version, conversation), {
    transport,
    onerror: (error) => note(`a message could not be read: ${error.message.slice(0, 300)}`),
  });
}

try {
  serve(startFolder());
} catch (error) {
  const reason = error instanceof Error ? error.message : String(error);
  process.stderr.write(`error: ${reason}\nSee: writ mcp --help\n`);
  process.exitCode = 2;
}
