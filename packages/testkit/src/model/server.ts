import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { anthropic } from "./anthropic.ts";
import { chat } from "./chat.ts";
import { fieldsOf } from "./fields.ts";
import { gemini } from "./gemini.ts";
import { responses } from "./responses.ts";
import type { Spell, Told, Turn } from "./script.ts";
import type { Answer, Asked, Wire } from "./wire.ts";

const wires: readonly Wire[] = [anthropic, chat, responses, gemini];
const longestBody = 32 * 1024 * 1024;
/** An agent that goes round in circles is stopped, not served for ever. */
const mostRequests = 400;
const done: Turn = { name: "done", act: { do: "say", text: "Done." } };

/** One request of the conversation, and the turn it was answered with. */
export interface Exchange extends Asked {
  readonly turn: string;
  /** How long the agent took since the answer before: its tool, and the hooks around it. */
  readonly afterMs: number | null;
}

/** A model that follows a script, whatever wire it is asked over. */
export interface ScriptedModel {
  readonly url: string;
  /** The conversation so far. */
  readonly exchanges: readonly Exchange[];
  /** What was asked beside it (titles, summaries), and what nobody understood. */
  readonly aside: readonly Asked[];
  readonly unknown: readonly string[];
  readonly told: Told;
  close(): Promise<void>;
}

/** Opens a scripted model on loopback. When the script is over it says so, as often as it is asked. */
export async function openModel(turns: readonly Turn[], spell: Spell): Promise<ScriptedModel> {
  const exchanges: Exchange[] = [];
  const aside: Asked[] = [];
  const unknown: string[] = [];
  const begun = new Map<number, Promise<unknown>>();
  let answeredAt: number | null = null;

  const told: Told = (name) => {
    const at = turns.findIndex((turn) => turn.name === name);
    if (at < 0) throw new Error(`the script has no turn "${name}"`);
    // The first time it was told: what is long ago may have been shortened since.
    const all = exchanges.flatMap(({ results }) => results.filter(({ id }, index) => placeOf(id, index) === at));
    return all[0]?.text ?? null;
  };

  const converse = async (asked: Asked): Promise<Answer> => {
    const at = positionIn(asked);
    const turn = turns[at] ?? done;
    exchanges.push({ ...asked, turn: turn.name, afterMs: answeredAt === null ? null : performance.now() - answeredAt });
    const first = begun.get(at) ?? Promise.resolve(turn.first?.(told));
    begun.set(at, first);
    await first;
    const act = typeof turn.act === "function" ? turn.act(told) : turn.act;
    if (act.do === "say") return { text: act.text };
    return { id: `call_scripted_${at}`, use: act.do === "tool" ? { tool: act.tool, input: act.input } : spell(act) };
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
    const wire = request.method === "POST" ? wires.find((one) => one.takes(pathname)) : undefined;
    if (wire === undefined) {
      unknown.push(`${request.method} ${pathname}`);
      return end(response, 404, { type: "application/json", text: "{}" });
    }
    const body = await bodyOf(request);
    if (body === null) return end(response, 400, { type: "application/json", text: "{}" });
    if (exchanges.length + aside.length >= mostRequests)
      return end(response, 400, { type: "application/json", text: '{"error":{"message":"the script is over"}}' });
    const asked = wire.read(body, pathname);
    if (asked.tools.length === 0) aside.push(asked);
    const answer = asked.tools.length === 0 ? { text: "Scripted." } : await converse(asked);
    end(response, 200, wire.write(answer, asked));
    if (asked.tools.length > 0) answeredAt = performance.now();
  };

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      unknown.push(String(error));
      // Not a 500: agents try those again.
      end(response, 400, { type: "application/json", text: "{}" });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exchanges,
    aside,
    unknown,
    told,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Where in the script a conversation stands: after the last call it tells the outcome of. A repeated request gets the same answer. */
function positionIn({ results }: Asked): number {
  return results.reduce((at, { id }, index) => Math.max(at, placeOf(id, index) + 1), 0);
}

function placeOf(id: string | null, index: number): number {
  if (id === null) return index;
  const [, place] = /call_scripted_(\d+)/.exec(id) ?? [];
  return place === undefined ? -1 : Number(place);
}

async function bodyOf(request: IncomingMessage): Promise<Readonly<Record<string, unknown>> | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > longestBody) return null;
    parts.push(part);
  }
  try {
    return fieldsOf(JSON.parse(Buffer.concat(parts).toString("utf8")));
  } catch {
    return null;
  }
}

function end(response: ServerResponse, status: number, { type, text }: { type: string; text: string }): void {
  if (response.headersSent) return;
  response.writeHead(status, { "content-type": type });
  response.end(text);
}
