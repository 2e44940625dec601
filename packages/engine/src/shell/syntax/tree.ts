import type { CommandClass, Effect } from "@writ/contracts";
import { type Finding, worse } from "../finding.ts";
import type { Arg } from "./arg.ts";

/** What a part of a command line is. `inner` is what a wrapper runs, `script` the text a shell is given. */
export type NodeKind =
  | "line"
  | "command"
  | "inner"
  | "script"
  | "pipeline"
  | "subshell"
  | "substitution"
  | "background"
  | "branch"
  | "function";

/** One part of a command line, with what was found of it and what stands inside. */
export interface TreeNode {
  readonly kind: NodeKind;
  /** The words of a command, as far as they are known. */
  readonly text?: string;
  readonly class: CommandClass;
  readonly reason?: string;
  readonly children: readonly TreeNode[];
}

/** Notes the parts of a command line while they are walked. */
export interface Tree {
  open(kind: NodeKind): void;
  /** The words of the command that is open. */
  name(name: string | null, words: readonly Arg[]): void;
  close(finding: Finding): void;
}

interface Open {
  readonly kind: NodeKind;
  text?: string;
  readonly children: TreeNode[];
}

/** A tree to be filled by a walk; `root` gives what was noted. */
export function growTree(): Tree & { root(finding: Finding): TreeNode } {
  const stack: Open[] = [{ kind: "line", children: [] }];
  /** What was found inside of each function. */
  const functions = new Map<string, Finding>();
  const last = (): Open => stack.at(-1) ?? { kind: "line", children: [] };
  const toNode = ({ kind, text, children }: Open, finding: Finding): TreeNode => {
    // A redirection is no word of the command: what it changes is said instead.
    const reason = finding.reason ?? plainReason(finding);
    return {
      kind,
      ...(text !== undefined && { text }),
      class: finding.class,
      ...(reason !== undefined && { reason }),
      children,
    };
  };
  return {
    open: (kind) => void stack.push({ kind, children: [] }),
    name: (name, words) => {
      last().text = words.map(shown).join(" ") || (name ?? "");
    },
    close(finding) {
      const done = stack.pop();
      if (done === undefined) return;
      if (done.kind === "function") functions.set(done.text ?? "", finding);
      // What a function does is found where it is written; whoever calls it does that.
      const called = done.kind === "command" ? functions.get(done.text?.split(" ", 1)[0] ?? "") : undefined;
      last().children.push(toNode(done, called === undefined ? finding : withCalled(finding, called)));
    },
    root: (finding) => toNode(last(), finding),
  };
}

const verbs: Partial<Record<Effect["op"], string>> = { create: "writes", modify: "writes", delete: "deletes" };

/** More files are not named beside one command. */
const mostNamed = 3;

/** What there is to say of what passes under an intent: the files it changes, or why it is no reading. */
function plainReason(finding: Finding): string | undefined {
  if (finding.class === "changes") return changesOf(finding);
  return finding.class === "runs" ? finding.unlisted?.join("; ") : undefined;
}

/** The files a command changes, in words. */
function changesOf({ effects = [] }: Finding): string | undefined {
  const said = effects.flatMap(({ op, path, from, within }) => {
    if (path === null) return [];
    const what = `${within === true ? "files in " : ""}${path === "" ? "." : path}`;
    if (op === "rename") return from === undefined ? [] : [`moves ${from} to ${what}`];
    const verb = verbs[op];
    return verb === undefined ? [] : [`${verb} ${what}`];
  });
  const all = [...new Set(said)];
  return all.length === 0 || all.length > mostNamed ? undefined : all.join("; ");
}

function withCalled(finding: Finding, { class: found, reason }: Finding): Finding {
  return { ...finding, class: worse(finding.class, found), ...(reason !== undefined && { reason }) };
}

/** A word as a person would type it; what is not known of it is left open. */
function shown({ literal, head }: Arg): string {
  if (literal === null) return `${head}…`;
  return /^[\w./:=@%+,~-]+$/.test(literal) ? literal : `'${literal}'`;
}
