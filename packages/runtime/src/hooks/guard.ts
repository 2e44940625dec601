import type { Approver, Config, Event, EventLayer, Policy, Told } from "@writ/contracts";
import { pass, problem, toToolError } from "@writ/contracts";
import { askApprovalApprover } from "../approvers/ask-approval.ts";
import { openWorkspace } from "../create-writ.ts";
import { openOwnLayer } from "../declared/open-own-layer.ts";
import { isSidecarGone } from "../governance.ts";
import { locate } from "../locate.ts";
import { admit } from "../workspace/admit.ts";
import { complete } from "../workspace/complete.ts";
import { gather } from "../workspace/gather.ts";
import { shakeHands } from "../workspace/handshake.ts";
import { hear } from "../workspace/hear.ts";
import { judge, judgeAgain } from "../workspace/judge.ts";
import { takeLeases } from "../workspace/leases.ts";
import type { Prepared, Workspace } from "../workspace/types.ts";
import type { Decision } from "../writ.ts";
import { within } from "./deadline.ts";
import type { Claim } from "./execute.ts";
import { toldLines } from "./told-lines.ts";
import type { PostHookContext, PreHookContext, PreHookResult } from "./types.ts";

/** How the built-in hooks behave inside a host. */
export interface GuardOptions {
  /** `config` takes what `config.yaml` says; S2 asks about every change. */
  approval?: Config["approval"] | "config";
  /** Who is asked where the host gives no `askApproval`. */
  approver?: Approver;
  /** Where the workspace is, for sessions that do not say where they are. */
  root?: string;
  /** Who else hears of calls: the hooks the repository declares in `.system/` unless told, `null` for nobody. */
  events?: EventLayer | null;
  /** Gets what is said once a call has run (files it changed out of scope, declared hooks); without it that comes with the outcome. */
  onTold?: (told: Pick<Told, "context" | "messages">) => void;
}

/** What hooks are told of a tool's answer is made from its beginning. */
const mostOutput = 2000;

interface Running {
  workspace: Workspace;
  prepared: Prepared;
  /** Writ's own tools are its own affair: nobody hears of what it answered itself. */
  isAnswered?: boolean;
}

const refusal = (decision: Decision): PreHookResult | null =>
  decision.verdict.kind === "deny"
    ? { allow: false, reason: JSON.stringify(toToolError(decision.verdict.problem)) }
    : null;

/** Uses up what the call needs and asks whoever listens, where nothing is said against it yet. */
async function admission(
  { workspace, prepared }: Running,
  decision: Decision,
): Promise<{ refusal: string; told: string[] } | { answer?: string; told: string[] }> {
  const admitted = refusal(decision) === null ? await admit(workspace, prepared, decision) : decision;
  const said = refusal(admitted);
  const told = toldLines(admitted);
  if (said !== null) return { refusal: said.reason ?? "", told };
  return { ...(admitted.answer === undefined ? {} : { answer: admitted.answer }), told };
}

/** The built-in hooks of one engine: it finds the workspace of each session and keeps what a call needs between hooks. */
export class Guard {
  readonly #options: GuardOptions;
  readonly #workspaces = new Map<string, Workspace>();
  readonly #running = new Map<string, Running>();

  constructor(options: GuardOptions = {}) {
    this.#options = options;
  }

  /** The workspace a session works in; `null` where nothing is governed, and never was (R19). */
  async #workspace(context: PreHookContext): Promise<Workspace | null> {
    const cwd = context.session.cwd ?? this.#options.root ?? process.cwd();
    const known = this.#workspaces.get(cwd);
    if (known !== undefined) return known;
    const { root } = await locate(cwd);
    if (root === null) return null;
    const events = this.#options.events === undefined ? await openOwnLayer(root) : this.#options.events;
    const workspace = await openWorkspace(root, events === null ? {} : { events });
    // A session once governed stays governed: a sidecar that vanishes later denies instead of opening the gate.
    this.#workspaces.set(cwd, workspace);
    return workspace;
  }

  #withPorts(workspace: Workspace, context: PreHookContext): Workspace {
    const asker = context.askApproval === undefined ? this.#options.approver : askApprovalApprover(context.askApproval);
    const readConfig: Workspace["readConfig"] = async () => {
      const read = await workspace.readConfig();
      const wanted = this.#options.approval ?? "every-change";
      // A host may ask more than the config says, never less than `never`.
      if (wanted === "config" || read.config.approval === "never") return read;
      return { ...read, config: { ...read.config, approval: wanted } };
    };
    if (asker === undefined) return { ...workspace, readConfig };
    const patient: Approver = {
      name: asker.name,
      ask: async (request, signal) => {
        const { config } = await readConfig();
        const late = { approved: false, by: "nobody", assurance: "script", note: "nobody answered in time" } as const;
        return within(() => asker.ask(request, signal), config.ticket_minutes * 60_000, context.signal).catch(
          () => late,
        );
      },
    };
    return { ...workspace, readConfig, ports: { ...workspace.ports, approver: patient } };
  }

  #event(context: PreHookContext, workspace: Workspace, name: Event["name"]): Event {
    const { id, cwd, model, parent } = context.session;
    return {
      name,
      at: workspace.ports.now(),
      session: {
        id,
        agent: "library",
        ...(model === undefined ? {} : { model }),
        ...(parent === undefined ? {} : { parent }),
      },
      cwd: cwd ?? workspace.root,
      request: { tool: context.toolName, input: context.payload, callId: context.callId },
    };
  }

  async #prepare(context: PreHookContext): Promise<Running | null> {
    const known = this.#running.get(context.invocationId);
    if (known !== undefined) return known;
    const bare = await this.#workspace(context);
    if (bare === null) return null;
    const workspace = this.#withPorts(bare, context);
    const prepared = await gather(workspace, this.#event(context, workspace, "tool.before"), context.invocationId);
    const running: Running = { workspace, prepared };
    this.#running.set(context.invocationId, running);
    context.call = prepared.call;
    context.intent = prepared.facts.session.intent;
    return running;
  }

  /** Writ's own tools are answered, whoever asks. */
  async handshake(context: PreHookContext): Promise<PreHookResult | null> {
    const root = (await this.#workspace(context))?.root ?? null;
    // Where the sidecar was deleted, nothing can be decided or recorded; the host hears what a user can do.
    if (root !== null && isSidecarGone(root))
      return { allow: false, reason: JSON.stringify(toToolError(problem("SIDECAR_MISSING", { root }))) };
    const running = await this.#prepare(context);
    if (running === null) return null;
    const shaken = await shakeHands(running.workspace, running.prepared);
    if (shaken === null) return null;
    running.isAnswered = true;
    return refusal(shaken) ?? { allow: true, inject: shaken.answer };
  }

  /** Judges the call by some policies; says nothing where nothing is governed. */
  async check(context: PreHookContext, policies: readonly Policy[]): Promise<PreHookResult | null> {
    const running = await this.#prepare(context);
    if (running === null) return null;
    const { workspace, prepared } = running;
    const decision = await judge(workspace, prepared, { policies, signal: context.signal });
    if (decision.facts !== null) running.prepared = { ...prepared, call: decision.call, facts: decision.facts };
    return refusal(decision);
  }

  /** Takes a lease on every file the call touches, reads the world once more, and lets the call go on (R79). */
  readonly claim: Claim = async (context) => {
    const running = await this.#prepare(context);
    const nothing = { release: async () => {} };
    if (running === null) return nothing;
    const { workspace, prepared } = running;
    const { call, facts } = prepared;
    // What only reads needs no lease, but whoever listens may object to it too.
    if (call.kind === "safe") return { ...nothing, ...(await admission(running, { verdict: pass, call, facts })) };
    const files = Object.values(prepared.facts.files).map((file) => file.path);
    const release = await takeLeases(workspace, files);
    try {
      const decision = await judgeAgain(workspace, prepared);
      if (decision.facts !== null) running.prepared = { ...prepared, call: decision.call, facts: decision.facts };
      const said = await admission(running, decision);
      if (!("refusal" in said)) return { release, ...said };
      await release();
      return said;
    } catch (error) {
      await release();
      throw error;
    }
  };

  /** Writes down what the call did. */
  async trace(context: PostHookContext): Promise<void> {
    const running = this.#running.get(context.invocationId) ?? (context.allowed ? await this.#prepare(context) : null);
    this.#running.delete(context.invocationId);
    if (running === null || running === undefined || !context.allowed || running.isAnswered === true) return;
    const { workspace } = running;
    const status = "error" in context ? "failed" : "ok";
    const event = this.#event(context, workspace, status === "ok" ? "tool.after" : "tool.failed");
    const output = typeof context.result === "string" ? { output: context.result.slice(0, mostOutput) } : {};
    const { context: said, messages } = await hear(workspace, {
      ...event,
      outcome: { status, durationMs: context.durationMs, ...output },
    });
    this.#tell(context, {
      ...(said === undefined ? {} : { context: said }),
      ...(messages === undefined ? {} : { messages }),
    });
    if (running.prepared.call.toolName === "attempt_completion" && status === "ok") await complete(workspace, event);
  }

  /** What Writ saw the call change, and what declared hooks say of it. */
  #tell({ tell }: PostHookContext, told: Pick<Told, "context" | "messages">): void {
    const { onTold } = this.#options;
    if (told.context === undefined && told.messages === undefined) return;
    if (onTold === undefined) for (const line of toldLines(told)) tell(line);
    else onTold(told);
  }
}
