import { analyse } from "@writ/engine";
import { describe, expect, it } from "vitest";
import { type Command, isGroup } from "../packages/cli/src/command.ts";
import { commands } from "../packages/cli/src/commands.ts";

const all = commands.flatMap((entry): [string, Command][] =>
  isGroup(entry) ? entry.commands.map((command) => [`${entry.name} ${command.name}`, command]) : [[entry.name, entry]],
);
const persons = all.filter(([, { who }]) => who === "person").map(([spelled]) => spelled);
const verdictOf = (line: string) => analyse(line, { runners: [] });

/** What an agent could type instead of `writ`. */
const spellings: readonly ((verb: string) => string)[] = [
  (verb) => `writ ${verb}`,
  (verb) => `/usr/local/bin/writ ${verb} --json`,
  (verb) => `npx writ ${verb}`,
  (verb) => `pnpm exec writ ${verb}`,
  (verb) => `node node_modules/writ/bin/writ.cjs ${verb}`,
  (verb) => `env A=1 writ ${verb}`,
  (verb) => `cd src && writ ${verb} | cat`,
  (verb) => `bash -c "writ ${verb}"`,
  (verb) => `setsid nohup writ ${verb} &`,
  (verb) => `echo x | xargs writ ${verb}`,
  (verb) => `python3 -c "import os; os.system('writ ${verb}')"`,
];

describe.each(persons)("writ %s, which is a person's,", (verb) => {
  it("is a person's in an agent's shell too, however it is spelled", () => {
    for (const spell of spellings) {
      const { class: found, reasons } = verdictOf(spell(verb));
      expect({
        line: spell(verb),
        found,
        isNamed: reasons.some((reason) => reason.startsWith("person-only:")),
      }).toEqual({
        line: spell(verb),
        found: "risky",
        isNamed: true,
      });
    }
  });
});

const withOptions = all.flatMap(([verb, { persons = [] }]) => persons.map((name) => `${verb} --json --${name}`));

it.each(withOptions)("writ %s is a person's too, though the command is anyone's without it", (line) => {
  for (const spell of spellings) {
    const { class: found, reasons } = verdictOf(spell(line));
    const isNamed = reasons.some((reason) => reason.startsWith("person-only:"));
    expect({ line: spell(line), found, isNamed }).toEqual({ line: spell(line), found: "risky", isNamed: true });
  }
});

/** Words that only the running shell knows; each may be the option of a person. */
const hidden: readonly ((verb: string) => string)[] = [
  (verb) => `writ ${verb} $X`,
  (verb) => `writ ${verb} --json "$X"`,
  (verb) => `writ ${verb} "$(cat options)"`,
  (verb) => `writ ${verb} -$X`,
  (verb) => `writ ${verb} --*`,
  (verb) => `writ ${verb} --re?air`,
  (verb) => `writ ${verb} *`,
  (verb) => `setsid -f writ ${verb} $X`,
  (verb) => `echo --x | xargs writ ${verb}`,
  (verb) => `ls | xargs -I{} writ ${verb} {}`,
  (verb) => `parallel writ ${verb} ::: --x`,
];
const partlyPersons = [
  ...all.filter(([, { persons = [] }]) => persons.length > 0).map(([verb]) => verb),
  "intent select",
];

it.each(partlyPersons)("writ %s with words that only the shell knows is a person's", (verb) => {
  for (const spell of hidden) {
    const { class: found, reasons } = verdictOf(spell(verb));
    expect({ line: spell(verb), found, reasons }).toEqual({
      line: spell(verb),
      found: "risky",
      reasons: expect.arrayContaining([`person-only:${verb}`]),
    });
  }
});

it.each([
  'for f in src/*.ts; do writ blame "$f"; done',
  "git ls-files | xargs -n1 writ why",
  "writ log --since $DAY",
  'writ intent propose --name x --scope a --reason "$WHY"',
  'writ check origin/main.."$HEAD"',
])("%s is anyone's: no option of a person can hide there", (line) => {
  expect(verdictOf(line).reasons).toEqual([]);
});

/** For anyone, since programs start them: git's hooks, an agent's settings. An agent has nothing to type them for. */
const startedByPrograms = ["hook", "mcp", "publish", "demo", "trailers"];

it("what is for anyone passes in an agent's shell, but for what programs start", () => {
  const anyones = all.filter(([, { who }]) => who === "anyone").map(([verb]) => verb);
  const refused = anyones.filter((verb) => verdictOf(`writ ${verb}`).class !== "safe");
  expect(refused.sort()).toEqual([...startedByPrograms].sort());
  expect(verdictOf("writ alarms --json").class).toBe("safe");
  expect(verdictOf("writ completions bash").class).toBe("safe");
});

it("what an agent's shell lets pass is for anyone", () => {
  const passing = all.filter(([verb]) => verdictOf(`writ ${verb}`).class === "safe");
  expect(passing.filter(([, { who }]) => who !== "anyone")).toEqual([]);
  expect(passing.map(([verb]) => verb)).toEqual(
    expect.arrayContaining(["hooks list", "hooks register", "hooks validate"]),
  );
});
