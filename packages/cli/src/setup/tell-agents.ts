import { type Problem, toToolError } from "@writ/contracts";
import type { Io } from "../io.ts";
import { visible, visibleLines } from "../text/visible.ts";
import { isIdle } from "./change.ts";
import { printChanges, toJson } from "./tell.ts";
import type { AgentPlan } from "./wire.ts";

type Voice = Pick<Io, "print" | "paint" | "error">;

/** Tells of each agent which files, what the person must do, and what cannot be had. */
export function tellAgents(plans: readonly AgentPlan[], isDry: boolean, io: Voice): void {
  const { print, paint } = io;
  for (const { wiring, changes, problems, audience } of plans) {
    const isDone = changes.length > 0 && changes.every(({ action }) => action === "keep");
    const isOut = changes.every(({ action }) => action === "skip");
    const whom = audience === "personal" ? " for you alone" : "";
    if (isDone && problems.length === 0) {
      print(`${wiring.title} is wired already${whom}.`);
      continue;
    }
    print(
      isOut
        ? paint.yellow(`${wiring.title} is not wired:`)
        : `${wiring.title} ${isDry ? "would be" : "is"} wired${whom}:`,
    );
    printChanges(changes, io);
    for (const problem of problems) tellProblem(problem, io);
    if (isOut || changes.every(isIdle)) continue;
    for (const step of wiring.trust) print(`  ${paint.bold("You:")} ${step}`);
    for (const limit of wiring.limits) print(`  Note: ${limit}`);
  }
}

/** One problem, to where problems go. */
export function tellProblem({ code, message, hint }: Problem, { error, paint }: Pick<Io, "error" | "paint">): void {
  error(`${paint.red(`${code}:`)} ${visibleLines(message).join("\n")}`);
  error(visible(hint));
}

/** The same for programs; the text a file would get only when nothing is written. */
export function agentToJson({ wiring, audience, changes, problems, byHand }: AgentPlan, isDry: boolean): object {
  const { agent, title, trust, limits, canary } = wiring;
  return {
    agent,
    title,
    audience,
    changes: changes.map((change) => ({
      ...toJson(change),
      ...(isDry && "content" in change ? { content: String(change.content) } : {}),
    })),
    trust,
    limits,
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
