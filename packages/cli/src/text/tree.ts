import type { Explanation } from "@writ/runtime";
import type { Paint } from "./paint.ts";
import { visible } from "./visible.ts";

type TreeNode = NonNullable<Explanation["tree"]>;

/** What a part is called where it has no words of its own. */
const names: Record<TreeNode["kind"], string> = {
  line: "command line",
  command: "assignment",
  inner: "command",
  script: "script",
  pipeline: "pipeline",
  subshell: "subshell",
  substitution: "substitution",
  background: "in the background",
  branch: "branch or loop",
  function: "function",
};

const colours: Record<TreeNode["class"], keyof Paint> = {
  safe: "green",
  changes: "cyan",
  runs: "cyan",
  opaque: "yellow",
  risky: "red",
};

/** More parts than this are counted, not shown. */
const most = 200;

/** The parts of a command line, a line for each, with what it does and why that is not harmless. */
export function treeLines(root: TreeNode, paint: Paint): string[] {
  const lines = root.children.flatMap((child) => linesOf(child, 0, paint));
  return lines.length <= most ? lines : [...lines.slice(0, most), `and ${lines.length - most} parts more`];
}

function linesOf(node: TreeNode, depth: number, paint: Paint): string[] {
  const text = node.text === undefined ? names[node.kind] : visible(node.text);
  const title = node.kind === "function" && node.text !== undefined ? `function ${text}` : text;
  // Why a part is as it is stands at the innermost part that says so.
  const told = node.children.flatMap(partsOf);
  const own = partsOf(node).filter((part) => !told.includes(part));
  const reason = own.length === 0 ? "" : `: ${visible(own.map(inWords).join("; "))}`;
  const line = `${"  ".repeat(depth)}${title}  ${paint[colours[node.class]](node.class)}${reason}`;
  return [line, ...node.children.flatMap((child) => linesOf(child, depth + 1, paint))];
}

const partsOf = ({ reason }: TreeNode): string[] => reason?.split("; ") ?? [];

/** Rules of the config leave a mark; this is what it means. */
const inWords = (part: string): string =>
  part
    .replace(/^allowed:(.+)$/s, 'the project\'s rule "$1" allows it')
    .replace(/^denied:(.+)$/s, 'the project\'s rule "$1" denies it')
    .replace(/^person-only:(.+)$/s, "writ $1 is for a person, not for an agent");
