import { describe, expect, it } from "vitest";
import { analyse } from "./analyse.ts";
import { classOf, type Entry, type Example } from "./judging/rule.ts";
import { table as families } from "./table/index.ts";

const table = families.flatMap(({ entries }) => entries());
const world = { runners: [] };
const lineOf = (example: Example): string => (typeof example === "string" ? example : example[0]);
const effectsOf = (text: string): string[] =>
  analyse(text, world)
    .effects.filter(({ op }) => op !== "exec")
    .map(
      ({ op, path, from, within }) =>
        `${op} ${from === undefined ? "" : `${from} -> `}${path}${within === true ? "/*" : ""}`,
    );
const titled = table.map((entry): [string, Entry] => [entry.name, entry]);

describe("every entry", () => {
  it.each(titled)("%s: its examples get its class, and its counterexamples do not", (_, { does, yes, no }) => {
    const wanted = classOf[does];
    const classIn = (line: string) => {
      const { class: found, unlisted = [], effects } = analyse(line, world);
      const isRead = unlisted.length > 0 && effects.every(({ op }) => op === "exec");
      // What the table takes for reading is safe only where the reading list has it too.
      return does === "reads" && found === "runs" && isRead ? wanted : found;
    };
    const found = yes.map((example) => `${lineOf(example)} ▶ ${classIn(lineOf(example))}`);
    expect(found).toEqual(yes.map((example) => `${lineOf(example)} ▶ ${wanted}`));
    expect(no.filter((line) => classIn(line) === wanted)).toEqual([]);
  });

  it.each(titled.filter(([, { yes }]) => yes.some((example) => typeof example !== "string")))(
    "%s: its examples name what they change",
    (_, { yes }) => {
      for (const example of yes) if (typeof example !== "string") expect(effectsOf(example[0])).toEqual(example[1]);
    },
  );

  it("has examples of both kinds", () => {
    expect(table.filter(({ yes, no }) => yes.length === 0 || no.length === 0).map(({ name }) => name)).toEqual([]);
  });

  it("has examples of its own, where its name and its lists do not say all there is to test", () => {
    const generic = (name: string) => [
      ...[name, `${name} x`, `${name} --version`, `${name} x > out.txt`],
      ...[`cd /elsewhere && ${name}`, `echo '${name} x'`],
    ];
    const isSpecial = ({ judge, proof, before, options: { mild, orders, words } = {} }: Entry) =>
      [judge, proof, before, mild, orders, words].some((field) => field !== undefined);
    const bare = table.filter(isSpecial).filter(({ name, yes, no }) => {
      const usual = new Set(generic(name));
      return [...yes.map(lineOf), ...no].every((line) => usual.has(line));
    });
    expect(bare.map(({ name }) => `${name}: give it \`yes\` and \`no\` of its own`)).toEqual([]);
  });

  it.each(families.map(({ programs, entries }) => ({ programs: programs.split(/\s+/), entries })))(
    "belongs to a family that names its program: $programs.0 …",
    ({ programs, entries }) => {
      const known = new Set(
        entries().flatMap(({ name, also = [] }) => [name, ...also].map((one) => one.split(" ", 1)[0])),
      );
      const missing = [...known].filter((program) => !programs.includes(program ?? ""));
      const idle = programs.filter((program) => !known.has(program));
      expect(missing, `add to \`programs\` of this family: ${missing.join(" ")}`).toEqual([]);
      expect(idle, `no entry of this family is about: ${idle.join(" ")}`).toEqual([]);
      expect(programs.filter((program, index) => programs.indexOf(program) !== index)).toEqual([]);
    },
  );

  it("has a name of its own", () => {
    const names = table.flatMap(({ name, also = [] }) => [name, ...also]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it("tells why, where a person will be asked", () => {
    const silent = table.filter(({ does, why, judge }) => (does === "risky" || does === "opaque") && !why && !judge);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});

describe("near its examples", () => {
  const plain = (deed: Entry["does"]) =>
    titled.filter(([, { does, judge }]) => does === deed && judge === undefined).map(([name]) => name);
  const classIn = (line: string) => analyse(line, world).class;

  it.each(plain("runs"))("%s: what is written elsewhere, or not known, is another class", (name) => {
    const lines = [`${name} --output ../../x`, `${name} --output=/elsewhere/x`, `${name} $x`, `cd $x && ${name}`];
    expect(lines.filter((line) => classIn(line) === "runs")).toEqual([]);
  });

  it.each(plain("runs"))("%s: an output is named, with a slash or without", (name) => {
    for (const path of ["src", ".git", "a/b"]) {
      for (const line of [`${name} --output-dir ${path}`, `${name} --output-dir=${path}`]) {
        // Some tools do not know the option: then a person is asked.
        if (classIn(line) === "runs") expect([line, effectsOf(line)]).toEqual([line, [`modify ${path}`]]);
      }
    }
  });

  it.each(plain("runs"))("%s: what an option nobody knows is given counts", (name) => {
    for (const path of ["package.json", ".mcp.json", "docs/a.md"]) {
      const line = `${name} --frobnicate=${path}`;
      if (classIn(line) === "runs") expect([line, effectsOf(line)]).toEqual([line, [`modify ${path}`]]);
    }
  });

  const spelled = (name: string) => (name.startsWith("-") ? name : name.length === 1 ? `-${name}` : `--${name}`);
  const withOptions = titled.filter(
    ([, { does, judge }]) => /^(reads|changes|runs)$/.test(does) && judge === undefined,
  );

  it.each(withOptions.filter(([, { options }]) => options?.opaque !== undefined || options?.risky !== undefined))(
    "%s: each option it lists as opaque or risky makes it another class",
    (name, { does, options = {} }) => {
      const dangers = [...Object.keys(options.opaque ?? {}), ...Object.keys(options.risky ?? {})].filter(
        (danger) => options.mild?.[danger]?.test("./x") !== true,
      );
      const lines = dangers.map((danger) => `${name} ${spelled(danger)} ./x`);
      expect(lines.filter((line) => classIn(line) === classOf[does])).toEqual([]);
    },
  );

  it.each(
    withOptions.filter(([, { does, options, habits }]) => does === "runs" && (options?.writes ?? habits?.writes)),
  )("%s: each option it lists as writing names what it writes", (name, { options, habits }) => {
    for (const option of [...(options?.writes ?? []), ...(habits?.writes ?? [])]) {
      const line = `${name} ${spelled(option)} docs/a.md`;
      if (classIn(line) === "runs") expect([line, effectsOf(line)]).toEqual([line, ["modify docs/a.md"]]);
    }
  });

  it.each(plain("changes"))("%s: with an option nobody knows it is another class", (name) => {
    const lines = [`${name} --frobnicate a b`, `${name} --frobnicate=a a b`, `${name} $x`];
    expect(lines.filter((line) => classIn(line) === "changes")).toEqual([]);
  });
});

describe("a runner that is pointed at settings", () => {
  it.each([
    ["npx vitest run --config e2e.config.ts", ["e2e.config.ts"]],
    ["cd sub && pytest -c x.ini", ["sub/x.ini"]],
    ["phpunit -c phpunit.xml", ["phpunit.xml"]],
    ["pre-commit run -csrc/auth/hooks.yaml", ["src/auth/hooks.yaml"]],
    ["npx vitest -csrc/auth/x.ts", ["src/auth/x.ts"]],
    ["pytest -qc x.ini", ["x.ini"]],
    ["revive -config x.toml ./...", ["x.toml"]],
    ["npx jest --reporters=default,./src/auth/x.js", ["./src/auth/x.js"]],
    ["npx jest --globalSetup ./x.js --testEnvironment node", ["./x.js"]],
    ["npx eslint --parser ./x.cjs --plugin ./y.js src", ["./x.cjs", "./y.js"]],
    ["phpunit --bootstrap tests/x.php", ["tests/x.php"]],
    ["nox --noxfile=src/auth/x", ["src/auth/x"]],
    ["npx vitest run --env-file x --reporter=dot", ["x"]],
    ["bun test --preload ./tests/setup.ts", ["./tests/setup.ts"]],
    ["npx eslint --parser @typescript-eslint/parser --format stylish src", undefined],
    ["eslint -f json src", undefined],
    ["gcc -c a.c", undefined],
    ["mvn test -Dcheckstyle.config.location=checkstyle.xml", undefined],
    ["dotnet build -c Release", undefined],
  ])("%s takes its orders from %j", (line, scripts) => {
    const found = analyse(line, world);
    expect(found.class).toBe("runs");
    expect(found.scripts).toEqual(scripts);
  });
});

describe("a runner that the config lists", () => {
  const classUnder = (line: string, ...runners: string[]) => analyse(line, { runners }).class;

  it.each([
    ["npm run deploy", "npm run deploy", "runs"],
    ["npm run deploy", "npm run deploy --dry", "runs"],
    ["npm run deploy", "npm run deploy --prefix ../x", "opaque"],
    ["npm run deploy", "npm run deploy ../x", "opaque"],
    ["make test", "make test SHELL=./x", "opaque"],
    ["black", "black", "runs"],
    ["black", "black src/a.py", "changes"],
    ["npx vitest", "npx vitest --config /elsewhere/x.ts", "opaque"],
    ["./gradlew test", "./gradlew test", "runs"],
    ["./gradlew test", "cd sub && ./gradlew test", "opaque"],
    ["./check.sh", "./check.sh", "runs"],
    ["./check.sh", "./check.sh $x", "opaque"],
  ])("%s: %s is %s", (runner, line, wanted) => {
    expect(classUnder(line, runner)).toBe(wanted);
  });
});
