import type { Definition } from "./definitions.ts";

/** What a definition file says, part by part. One part named `""` is the whole of what counts. */
export type Parts = Readonly<Record<string, string>>;

/** Reads the parts of a definition; a file that cannot be understood is one part. */
export function partsIn(text: string, part: Definition["part"]): Parts {
  switch (part) {
    case undefined:
      return { "": text };
    case "scripts":
    case "tasks":
      return namedScripts(text, part) ?? { "": text };
    case "tool":
      return { "": toolTables(text) };
  }
}

/** The parts a runner line starts, as far as that can be told; all of them where it cannot. */
export function partsUsed(runner: string, parts: Parts): string[] {
  const names = Object.keys(parts);
  const called = Object.hasOwn(parts, "") ? null : calledIn(runner, names);
  if (called === null) return names;
  const used = new Set<string>();
  const todo = [...called];
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (used.has(name) || !names.includes(name)) continue;
    used.add(name);
    todo.push(`pre${name}`, `post${name}`);
    const text = parts[name] ?? "";
    // A pattern may mean any of them, and so may a program that chooses by itself.
    if (/[*$`]|\b(?:run-s|run-p|npm-run-all|turbo|nx|lerna|wireit)\b/.test(text)) return names;
    todo.push(...text.split(/[^\w.:/@-]+/).filter((word) => names.includes(word)));
  }
  return names.filter((name) => used.has(name));
}

/** What runs by itself whatever is asked for. */
const always = ["preinstall", "install", "postinstall", "prepare", "prepublish", "preprepare", "postprepare"];

function calledIn(runner: string, names: readonly string[]): string[] | null {
  const [, ...words] = runner.trim().split(/\s+/);
  const plain = words.filter((word) => !word.startsWith("-"));
  const [verb = "", name] = plain;
  if (words[0] === "--run" && plain[0] !== undefined) return [plain[0]];
  if (/^(?:run|run-script|task)$/.test(verb)) return name === undefined ? [] : [name];
  if (/^(?:i|install|ci|add|update|upgrade|rebuild|remove|uninstall|install-test|it)$/.test(verb) || verb === "")
    return [...always, ...(verb === "it" || verb === "install-test" ? ["test"] : [])];
  if (/^(?:t|tst)$/.test(verb)) return ["test"];
  if (/^(?:exec|x|dlx|ls|list|view|audit|outdated|why|--version)$/.test(verb)) return [];
  if (names.includes(verb) || /^(?:test|start|stop|restart|build|lint|format|check)$/.test(verb)) return [verb];
  return null;
}

function namedScripts(text: string, key: "scripts" | "tasks"): Parts | null {
  let file: unknown;
  try {
    file = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return null;
  }
  if (typeof file !== "object" || file === null || !Object.hasOwn(file, key)) return {};
  const found: unknown = Object.getOwnPropertyDescriptor(file, key)?.value;
  if (typeof found !== "object" || found === null) return {};
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
  );
}

/** The tables of tools and of the build, without those that only list dependencies. */
function toolTables(text: string): string {
  const kept: string[] = [];
  let isKept = false;
  for (const line of text.split(/\r?\n/)) {
    const table = /^\s*\[+\s*([^\]]+?)\s*\]+/.exec(line)?.[1];
    if (table !== undefined) isKept = /^(?:tool|build-system)\b/.test(table) && !/dependencies$/.test(table);
    if (isKept && line.trim() !== "") kept.push(line.trimEnd());
  }
  return kept.join("\n");
}
