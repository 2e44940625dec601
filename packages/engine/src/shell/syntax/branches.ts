import type { CommandNode, CompoundList } from "unbash";
import { isHarmlessName } from "../environment/environment.ts";
import type { Arg } from "./arg.ts";
import { visitArithmetic, visitTest, visitWord } from "./expansions.ts";
import { changesFolder } from "./folders.ts";
import { copyOf, type Shell, valuesOf, type Walk } from "./shell-state.ts";
import { forgetSet, isFollowed, isKept } from "./variables.ts";
import { visitorOf } from "./visiting.ts";
import { toArgs } from "./words.ts";

/** What has bodies that may run or not. */
export type Branching = Exclude<
  CommandNode,
  { type: "Command" | "Redirected" | "Subshell" | "BraceGroup" | "Function" }
>;

/** How what stands in a body is walked. */
interface Walkers {
  readonly list: (list: CompoundList | undefined, shell: Shell, walk: Walk) => void;
  readonly command: (node: CommandNode, shell: Shell, walk: Walk) => void;
}

/** Branches and loops: each body may run or not, once or often, so what one changes is not known, before or after. */
export function walkBranches(node: Branching, shell: Shell, walk: Walk, walkers: Walkers): void {
  if (changesFolder(node, walk.movers)) shell.dir = null;
  forgetSet([node], shell.variables);
  const visitor = visitorOf(shell, walk);
  const walkBody = (list: CompoundList | undefined): void => walkers.list(list, copyOf(shell), walk);
  switch (node.type) {
    case "If":
      for (const list of [node.clause, node.then, node.else]) walkBody(list);
      for (const elif of node.elif) for (const list of [elif.clause, elif.then]) walkBody(list);
      return;
    case "While":
      for (const list of [node.clause, node.body]) walkBody(list);
      return;
    case "For":
    case "Select":
      if (!isHarmlessName(node.name.value)) visitor.hazard(`setting ${node.name.value} changes what commands do`);
      visitor.sets(node.name.value);
      for (const word of node.wordlist ?? []) visitWord(word, visitor);
      for (const value of node.type === "For" ? turnsOf(node, shell, walk) : [null]) {
        const inner = copyOf(shell);
        if (value !== null) inner.variables.set(node.name.value, value);
        walkers.list(node.body, inner, walk);
      }
      return;
    case "Case":
      visitWord(node.word, visitor);
      for (const item of node.items) {
        for (const pattern of item.pattern) visitWord(pattern, visitor);
        walkBody(item.body);
      }
      return;
    case "ArithmeticFor":
      for (const part of [node.initialize, node.test, node.update]) if (part) visitArithmetic(part, visitor);
      walkBody(node.body);
      return;
    case "ArithmeticCommand":
      visitArithmetic(node.expression, visitor);
      return;
    case "TestCommand":
      visitTest(node.expression, visitor);
      return;
    case "Coproc":
      if (node.body.type === "CompoundList") walkBody(node.body);
      else walkers.command(node.body, copyOf(shell), walk);
      return;
  }
}

/** More turns of a loop are not looked at one by one. */
const mostTurns = 32;

/** What the variable of a loop is in each turn; one turn with `null` where that is not known. */
function turnsOf(node: Extract<CommandNode, { type: "For" }>, shell: Shell, walk: Walk): readonly (Arg | null)[] {
  const values = valuesOf(shell, walk);
  const turns = node.wordlist?.flatMap((word) => toArgs(word, values)) ?? [];
  const isKnown = turns.every(({ literal, within }) => (literal === null ? within !== undefined : isFollowed(literal)));
  if (turns.length === 0 || !isKnown || turns.length > mostTurns || !isKept(node.name.value)) return [null];
  // A pattern that matches nothing stays as it is, and one turn may be any of its matches.
  return turns;
}
