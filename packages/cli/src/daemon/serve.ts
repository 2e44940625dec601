import { createServer, type Server, type Socket } from "node:net";
import { answer } from "../hook/answer.ts";
import { frame } from "../hook/frame.ts";
import type { Course, LayerSource } from "../hook/handle.ts";
import { parsePayload } from "../hook/parse-payload.ts";
import { type Asked, largestRequest, parseRequest } from "./request.ts";
import { dropSpooled, takeSpooled } from "./spool.ts";

/** Who asks more than this at once is no agent. */
const mostCallers = 64;
/** A caller that has not said what it wants by then is let go. */
const longestSilence = 15_000;

/** What a server needs to know of the daemon around it. */
export interface Service {
  readonly root: string;
  readonly folder: string;
  readonly isAsk: (token: string) => boolean;
  readonly proof: string;
  /** Why the daemon may not answer any more; `null` when it may. */
  readonly unfit: () => string | null;
  /** Called for every question, and once more when the daemon turned out to be unfit. */
  readonly onCall: () => void;
  readonly onUnfit: (reason: string) => void;
  /** The hooks of the workspace, which stay open as long as the daemon runs. */
  readonly layers: LayerSource;
}

/** Keeps nothing: only the process that starts anew for each call profits from what was compiled. */
const anyCourse = (): Course => ({ isUsual: false });

async function replyTo({ payload, ...request }: Asked, { folder, layers, proof }: Service): Promise<string | null> {
  const bytes = "inline" in payload ? payload.inline : takeSpooled(folder, payload.file);
  // What cannot be read here, the shim hands to a process of its own.
  if (bytes === null) return null;
  const reply = await answer(request, async () => parsePayload(bytes), anyCourse(), layers);
  return frame(reply, proof);
}

async function serveOne(socket: Socket, asked: Asked, service: Service): Promise<void> {
  // A stranger, or a caller of another workspace: nothing is said, not even why.
  if (!service.isAsk(asked.ask)) return void socket.destroy();
  const reason = asked.root === service.root ? service.unfit() : "another workspace";
  const again = `${service.proof} again\n`;
  if (reason !== null) {
    socket.end(again);
    if (asked.root === service.root) service.onUnfit(reason);
    return;
  }
  service.onCall();
  // The caller hears at once that somebody is at work: what says nothing hangs, and is done without.
  socket.write("\n");
  const framed = await replyTo(asked, service);
  socket.end(framed ?? again);
  if (framed !== null && "file" in asked.payload) dropSpooled(asked.payload.file);
}

function listenTo(socket: Socket, service: Service): void {
  let bytes = Buffer.alloc(0);
  let isAsked = false;
  socket.setNoDelay(true);
  socket.setTimeout(longestSilence, () => socket.destroy());
  // A caller that went away needs no answer.
  socket.on("error", () => socket.destroy());
  socket.on("data", (chunk) => {
    if (isAsked) return;
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk]);
    const asked = bytes.length > largestRequest ? undefined : parseRequest(bytes);
    if (asked === null) return;
    isAsked = true;
    if (asked === undefined) socket.destroy();
    else serveOne(socket, asked, service).catch(() => socket.destroy());
  });
}

/** Answers hooks on a port of the loopback interface until it is closed. */
export function openServer(service: Service): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => listenTo(socket, service));
  server.maxConnections = mostCallers;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("no port"));
      else resolve({ server, port: address.port });
    });
  });
}
