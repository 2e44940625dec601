import { realpathSync } from "node:fs";
import { globProblem } from "@writ/engine";
import {
  openFileIntents,
  openFileLines,
  openFileSessions,
  openFileState,
  openFileTickets,
  readEnd,
} from "@writ/stores";
import { readConfig } from "./config/index.ts";
import { sidecarPaths } from "./paths.ts";
import { realPorts } from "./ports.ts";
import {
  acceptedGrants,
  acceptedIntents,
  acceptedState,
  acceptedTickets,
  answerableTickets,
  configRoot,
} from "./snapshot/alarms/held.ts";
import { forgetSighting } from "./snapshot/alarms/sighting.ts";
import { before } from "./workspace/before.ts";
import { lazyGrants } from "./workspace/lazy-grants.ts";
import { lazyLedger } from "./workspace/lazy-ledger.ts";
import { noticed } from "./workspace/noticed.ts";
import { requireOwnState } from "./workspace/own-state.ts";
import type { Workspace } from "./workspace/types.ts";
import { announcing, watchedGrants, watchedIntents, watchedState, watchedTickets } from "./workspace/watched-stores.ts";
import type { Ports, Writ } from "./writ.ts";

/** Opens the stores of one workspace. */
export async function openWorkspace(root: string, ports: Partial<Ports> = {}): Promise<Workspace> {
  const real = realpathSync.native(root);
  const paths = sidecarPaths(real);
  const opened = (): Workspace => workspace;
  // Each command looks at the guard's files itself, also where one process runs several.
  if (ports.isUsers === true) forgetSighting(real);
  const ledgers = async () => (await import("./workspace/ledgers.ts")).openLedgers(real, paths);
  const announce = announcing(real);
  const files = {
    intents: watchedIntents(real, openFileIntents({ root: real, globProblem, announce })),
    tickets: watchedTickets(real, openFileTickets(paths.state, announce)),
    grants: lazyGrants(async () =>
      watchedGrants(real, (await import("./workspace/grants.ts")).openGrants(paths, announce)),
    ),
    state: watchedState(real, openFileState(paths.state, announce)),
  };
  const state = acceptedState(opened, files.state);
  const accepted =
    ports.isUsers === true
      ? { ...files, tickets: answerableTickets(opened, files.tickets) }
      : {
          intents: acceptedIntents(opened, files.intents),
          tickets: acceptedTickets(opened, files.tickets),
          grants: acceptedGrants(opened, files.grants),
        };
  const workspace: Workspace = {
    root: real,
    paths,
    ports: { ...realPorts, ...ports },
    ...files,
    ...accepted,
    state,
    sessions: openFileSessions(paths.state),
    traces: lazyLedger(
      async () => (await ledgers()).traces,
      async () => readEnd(paths.traces),
    ),
    decisions: lazyLedger(
      async () => (await ledgers()).decisions,
      async () => readEnd(paths.decisions),
    ),
    lines: openFileLines(paths.state),
    ...ports.stores,
    readConfig: async () => {
      await requireOwnState(real, paths);
      // One that cannot be used now closes the gate, whatever was accepted before.
      const now = await readConfig(real, state);
      const from = ports.isUsers === true ? real : await configRoot(workspace);
      return from === real ? now : readConfig(from, state);
    },
  };
  return workspace;
}

/** One governed workspace: everything a host, a hook or a command does with it. */
export async function createWrit(root: string, ports: Partial<Ports> = {}): Promise<Writ> {
  const workspace = await openWorkspace(root, ports);
  const { intents, sessions, tickets, grants, state, traces, decisions, lines } = workspace;
  return {
    root: workspace.root,
    intents,
    sessions,
    tickets,
    grants,
    state,
    traces,
    decisions,
    lines,
    readConfig: workspace.readConfig,
    before: (event, options) => before(workspace, event, options?.asks ?? false),
    adopt: async (event, parents) => (await import("./workspace/permit.ts")).adopt(workspace, event, parents),
    hold: async (paths) => (await import("./workspace/leases.ts")).takeLeases(workspace, paths),
    hear: async (event) => (await import("./workspace/hear.ts")).hear(workspace, event),
    // What the decision does not need is loaded when it is: a hook that starts cold pays for every line it loads.
    after: async (event) => {
      const { after } = await import("./workspace/after.ts");
      return noticed(workspace, event, (watched) => after(watched, event));
    },
    startSession: async (event) => {
      const { startSession } = await import("./workspace/life.ts");
      return noticed(workspace, event, (watched) => startSession(watched, event));
    },
    endTurn: async (event) => {
      const { endTurn } = await import("./workspace/life.ts");
      const ended = async (watched: Workspace) => ({ messages: await endTurn(watched, event) });
      return (await noticed(workspace, event, ended)).messages;
    },
    endSession: async (event) => {
      const { endSession } = await import("./workspace/life.ts");
      const ended = async (watched: Workspace) => ({ messages: await endSession(watched, event) });
      return (await noticed(workspace, event, ended)).messages;
    },
    select: async (session, intent, by) =>
      (await import("./workspace/select.ts")).select(workspace, session, intent, by),
    learn: async (lessons) => (await import("./workspace/apply.ts")).applyLessons(workspace, lessons),
    promptSection: async (session) => (await import("./workspace/life.ts")).promptSection(workspace, session),
    explain: async (subject, intent, cwd) =>
      (await import("./workspace/explain.ts")).explain(workspace, subject, intent, cwd),
    alarms: async () => (await import("./snapshot/alarms/alarm-book.ts")).checkAlarms(workspace),
    blame: async (path, options) => (await import("./why/sources.ts")).blameOf(workspace, path, options),
    why: async (path, options) => (await import("./why/why.ts")).why(workspace, path, options),
    remakeMap: async (listener) => (await import("./workspace/intent-map.ts")).remakeMap(workspace, listener),
    names: async (path, listener) => (await import("./why/names.ts")).namesIn(workspace, path, listener),
    check: async (options) => (await import("./check/check.ts")).check(workspace, options),
    report: async (options) => (await import("./report/report.ts")).report(workspace, options),
    verify: async (options) => (await import("./verify/verify.ts")).verify(workspace, options),
    anchor: async (options) => (await import("./verify/anchor.ts")).anchor(workspace, options),
    repair: async (request) => (await import("./verify/repair.ts")).repair(workspace, request),
    sessionsLike: async (text) => (await import("./erase/sessions-like.ts")).sessionsLike(workspace, text),
    erase: async (request) => (await import("./erase/erase.ts")).erase(workspace, request),
    publish: async (options) => (await import("./workspace/publish.ts")).publish(workspace, options),
    unpublished: async () => (await import("./workspace/publish.ts")).unpublished(workspace),
    answer: async (ticket, answer) => (await import("./workspace/question.ts")).answerTicket(workspace, ticket, answer),
    grant: async (ticket, answer) => (await import("./workspace/grants.ts")).grantTicket(workspace, ticket, answer),
    revoke: async (grant, who) => (await import("./workspace/grants.ts")).revokeGrant(workspace, grant, who),
    async close() {
      await traces.close();
      await decisions.close();
    },
  };
}
