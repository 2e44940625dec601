import type { Event, SessionRef } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import { noteAgent } from "../note-agent.ts";
import { lineageOf, type ProcessRef } from "../process-tree.ts";
import { cancelled } from "./carry-out.ts";
import { govern, type Result } from "./govern.ts";
import { InTurn } from "./in-turn.ts";
import type { Place } from "./place.ts";
import { isOwnSession } from "./session-id.ts";

/** What a server needs to know about where it runs. */
export interface Surroundings {
  place: Place;
  /** The session calls count for where no hook saw them. */
  session: string;
  uuid(): string;
  /** The process that started the server, and the system it runs on. */
  parent: number;
  platform: string;
}

/** Who calls, and what becomes of what hooks say beside the answer. */
export interface Caller {
  agent: SessionRef["agent"];
  signal: AbortSignal;
  tell(lines: readonly string[]): void;
}

/** What an agent does through one server, in the order it asks for it. */
export class Conversation {
  readonly #around: Surroundings;
  readonly #turns = new InTurn();
  #begun = false;
  #agent: SessionRef["agent"] = "mcp";
  #parents: Promise<readonly ProcessRef[]> | undefined;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  get #session(): SessionRef {
    return { id: this.#around.session, agent: this.#agent };
  }

  /** Does one call of a tool, after those that came before it. */
  call(tool: string, input: unknown, from: Caller): Promise<Result> {
    return this.#turns.run(async () => {
      const { signal } = from;
      // Whoever called it off waits for nothing.
      if (signal.aborted) throw cancelled();
      this.#agent = from.agent;
      const writ = await this.#around.place.open();
      const { parent, platform, uuid } = this.#around;
      this.#parents ??= lineageOf(parent, platform);
      const parents = await this.#parents;
      const request = { tool, input, id: `mcp-${uuid()}`, session: this.#session, signal, parents };
      try {
        return await govern(writ, request, () => this.#begin(writ));
      } finally {
        // Who called it off reads no answer: what was said comes with the next one.
        if (!signal.aborted) from.tell(this.#around.place.takeTold());
      }
    });
  }

  /** Protocol, intents and the active one, for a model that wants to know where it stands. */
  section(): Promise<string> {
    return this.#turns.run(async () => (await this.#around.place.open()).promptSection(this.#around.session));
  }

  /** Writes down what a session leaves behind. Waits for what was begun. */
  async end(): Promise<void> {
    await this.#turns.settled();
    const writ = this.#around.place.opened;
    if (writ === null) return;
    // The session of an agent with hooks, or one it told us of, goes on without this server.
    if (this.#begun && isOwnSession(this.#around.session)) await writ.hear(this.#event(writ, "session.end"));
    await writ.close();
  }

  #event({ root }: Writ, name: Event["name"]): Event {
    return { name, at: new Date().toISOString(), session: this.#session, cwd: root };
  }

  /** The first call that no hook saw: the session starts here, with the branch's intent where there is one. */
  async #begin(writ: Writ): Promise<void> {
    if (this.#begun) return;
    this.#begun = true;
    const { parent, platform, session } = this.#around;
    const isKnown = (await writ.sessions.read(session)) !== null;
    // What keeps a session from starting is said in the verdict of the call.
    await writ.hear(this.#event(writ, "session.start")).catch(() => {});
    await noteAgent(writ, session, parent, platform).catch(() => {});
    if (!isKnown) await this.#noteServed(writ).catch(() => {});
  }

  /** Nobody may take a session that no hook told of for a sign that hooks fire. */
  async #noteServed({ sessions }: Writ): Promise<void> {
    const { session } = this.#around;
    const known = await sessions.read(session);
    if (known === null) return;
    const servedAt = new Date().toISOString();
    await sessions.update(
      session,
      () => known,
      (stored) => ({ ...stored, servedAt }),
    );
  }
}
