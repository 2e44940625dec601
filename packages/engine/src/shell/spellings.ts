import { entryFor } from "./judging/judge.ts";
import { type Arg, literal } from "./syntax/arg.ts";

/**
 * The ways a command can be spelled that do the same: without options between the program and its verb, and by the
 * other names of the verb. A rule that forbids or asks holds for all of them.
 */
export function spellingsOf(words: readonly Arg[]): readonly (readonly Arg[])[] {
  const [first, ...args] = words;
  const name = first?.literal?.split("/").at(-1) ?? null;
  if (name === null) return [words];
  const found = entryFor(name, args);
  const hasVerb = found?.line.includes(" ") === true;
  const lines = found === null || !hasVerb ? [[literal(name), ...args]] : [];
  if (found !== null && hasVerb) {
    for (const line of new Set([found.line, found.entry.name]))
      lines.push([...line.split(" ").map(literal), ...found.args]);
  }
  return [words, ...lines, ...lines.flatMap(managed)];
}

const managers: readonly string[] = ["npm", "pnpm", "yarn", "bun"];
/** Other names npm has for its verbs, beyond those the table lists. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  rum: ["run"],
  urn: ["run"],
  it: ["install", "test"],
  cit: ["ci", "test"],
  "install-test": ["install", "test"],
  "install-ci-test": ["ci", "test"],
  x: ["exec"],
};

/** Scripts that are verbs too. */
const lifecycle = /^(?:test|start|stop|restart)$/;

/** Whether a script can be named without `run`: npm has that for few, the others for all that are no verb of theirs. */
function isBareScript(program: string, { literal: script }: Arg): boolean {
  if (script === null || lifecycle.test(script)) return true;
  return program !== "npm" && entryFor(program, [literal(script)])?.line === program;
}

/** `npm run test`, `npm test` and `node --run test` are one. */
function managed(words: readonly Arg[]): (readonly Arg[])[] {
  const [program, verb, ...rest] = words;
  const name = program?.literal ?? "";
  if (name === "node") {
    const at = words.findIndex(({ literal: text }) => text?.split("=")[0] === "--run");
    const glued = /^--run=(.*)$/s.exec(words[at]?.literal ?? "")?.[1];
    const script = glued === undefined ? words[at + 1] : literal(glued);
    if (at === -1 || script === undefined) return [];
    const after = words.slice(glued === undefined ? at + 2 : at + 1);
    return managers.flatMap((one) => scriptLines(literal(one), script, after));
  }
  if (program === undefined || verb === undefined || !managers.includes(name)) return [];
  if (verb.literal !== "run") {
    const others = (otherNames[verb.literal ?? ""] ?? []).map((other) => [program, literal(other), ...rest]);
    const asScript = isBareScript(name, verb) ? [[program, literal("run"), verb, ...rest]] : [];
    return [...asScript, ...others, ...others.flatMap(managed)];
  }
  const at = rest.findIndex((word) => word.literal?.startsWith("-") !== true);
  const script = rest[at];
  return script === undefined || !isBareScript(name, script) ? [] : [[program, ...rest.slice(at)]];
}

const scriptLines = (program: Arg, script: Arg, rest: readonly Arg[]): Arg[][] => [
  [program, script, ...rest],
  [program, literal("run"), script, ...rest],
];
