import { type Problem, toToolError } from "@writ/contracts";
import type { Io } from "../io.ts";
import { visible, visibleLines } from "../text/visible.ts";
import { isIdle } from "./change.ts";
import { printChanges, toJson } from "./tell.ts";
import type { AgentPlan } from "./wire.ts";

type Voice = Pick<Io, "print" | "paint" | "error">;

/** Tells of each agent which files, what the person must do, and what cannot be had. */
export function tellAgents(plans: readonly AgentPlan[], isDry: boolean, io: Voice): void {
  for (const plan of plans) tellAgent(plan, isDry, io);
  tellWhoCannotAsk(plans, io);
}

/** Whether an agent has Writ's hooks once the plan is carried out. */
export function willBeWired({ isShared, changes }: AgentPlan): boolean {
  return isShared === true || changes.some(({ action }) => action !== "skip");
}

function tellAgent(plan: AgentPlan, isDry: boolean, io: Voice): void {
  const { print, paint } = io;
  const { wiring, changes, problems, audience, isShared } = plan;
  const whom = audience === "personal" ? " for you alone" : "";
  if (isShared === true) {
    print(
      paint.yellow(
        `${wiring.title} is wired for everybody already; --personal changes nothing. To make it yours alone: writ uninstall, then writ init --agent ${wiring.agent} --personal`,
      ),
    );
    return;
  }
  if (!willBeWired(plan)) {
    // Where its reason goes.
    const say = problems.length > 0 ? io.error : print;
    say(paint.yellow(`${wiring.title} ${isDry ? "would not be" : "is not"} wired:`));
  } else if (changes.every(({ action }) => action === "keep") && problems.length === 0) {
    print(`${wiring.title} is wired already${whom}.`);
    return;
  } else print(`${wiring.title} ${isDry ? "would be" : "is"} wired${whom}:`);
  printChanges(changes, io);
  for (const problem of problems) tellProblem(problem, io);
  if (changes.every(isIdle)) return;
  for (const step of stepsOf(plan)) print(`  ${paint.bold("You:")} ${step}`);
  for (const limit of wiring.limits) print(`  Note: ${limit}`);
}

/** What the person must do; about the MCP server only where it is registered. */
function stepsOf({ wiring, changes }: AgentPlan): readonly string[] {
  const { trust, trustServer } = wiring;
  const hasServer = changes.some(({ action, purpose }) => action !== "skip" && purpose?.includes("MCP") === true);
  return trustServer === undefined || !hasServer ? trust : [...trust, trustServer];
}

function tellWhoCannotAsk(plans: readonly AgentPlan[], { print }: Voice): void {
  const names = plans
    .filter(({ changes }) => !changes.every(isIdle))
    .flatMap(({ wiring }) => (wiring.cannotAsk === undefined ? [] : [wiring.cannotAsk]));
  if (names.length === 1) print(`${names[0]} cannot ask you; what needs you waits for writ approve.`);
  else if (names.length > 1) print(`These cannot ask you; what needs you waits for writ approve: ${names.join(", ")}`);
}

/** One problem, to where problems go. */
export function tellProblem({ code, message, hint }: Problem, { error, paint }: Pick<Io, "error" | "paint">): void {
  error(`${paint.red(`${code}:`)} ${visibleLines(message).join("\n")}`);
  error(visible(hint));
}

/** The same for programs; the text a file would get only when nothing is written. */
export function agentToJson(plan: AgentPlan, isDry: boolean): object {
  const { wiring, audience, changes, problems, byHand } = plan;
  const { agent, title, limits, cannotAsk, canary } = wiring;
  return {
    agent,
    title,
    audience,
    changes: changes.map((change) => ({
      ...toJson(change),
      ...(isDry && "content" in change ? { content: String(change.content) } : {}),
    })),
    trust: stepsOf(plan),
    limits,
    cannot_ask: cannotAsk ?? null,
    canary,
    problems: problems.map(problemToJson),
    ...(isDry ? { by_hand: byHand } : {}),
  };
}

/** A problem for programs. */
export function problemToJson(problem: Problem): object {
  const { code, message, suggestion, meta } = toToolError(problem);
  return { code, message, hint: suggestion, meta };
}
