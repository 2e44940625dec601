import { describe, expect, it } from "vitest";
import { analyse } from "../analyse.ts";
import { readingList } from "./reading-list.ts";
import { versionCode, versionQuestions } from "./version-readings.ts";

const world = { runners: [], cwd: "/ws", root: "/ws" };
const classOf = (line: string) => analyse(line, world).class;
const titled = readingList.map((reading) => [reading.name, reading] as const);

describe("the reading list", () => {
  it.each(titled)("%s: its examples are safe, and what is near them is not", (_, { yes, no }) => {
    expect(yes.filter((line) => classOf(line) !== "safe")).toEqual([]);
    expect(no.filter((line) => classOf(line) === "safe")).toEqual([]);
  });

  it("has examples of both kinds", () => {
    expect(titled.filter(([, { yes, no }]) => yes.length === 0 || no.length === 0).map(([name]) => name)).toEqual([]);
  });

  it("has every program, and every verb of one, once", () => {
    const names = readingList.flatMap(({ name, also = [] }) => [name, ...also]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(titled.filter(([, { starts }]) => starts === undefined))(
    "%s: an option that is not listed, or only begins like one, is no reading",
    (name, { long = [], words }) => {
      const short = long.flatMap((option) => (option.length > 4 ? [option.slice(0, -1)] : []));
      const cut = short.filter((option) => !long.includes(option)).map((option) => `--${option}`);
      const strange = ["--frobnicate", "--frobnicate=x", ...cut].filter((option) => words?.test(option) !== true);
      const lines = strange.map((option) => `${name} ${option} a${name === "[" ? " ]" : ""}`);
      expect(lines.filter((line) => classOf(line) === "safe")).toEqual([]);
    },
  );

  it.each(titled)("%s: with a setting that is not listed it is no reading", (_, { yes }) => {
    const settings = [
      "TERMINFO_DIRS=x",
      "NODE_COMPILE_CACHE=x",
      "LESSOPEN='|sh %s'",
      "PAGER=sh",
      "GIT_DIR=x",
      "FOO_BAR=x",
    ];
    const lines = settings.flatMap((setting) => [`${setting} ${yes[0]}`, `export ${setting}; ${yes[0]}`]);
    expect(lines.filter((line) => classOf(line) === "safe")).toEqual([]);
  });
});

describe("what a program tells of itself", () => {
  it.each(Object.entries(versionQuestions).flatMap(([word, programs]) => [...programs].map((name) => [name, word])))(
    "%s %s is never more than asked for",
    (name, word) => {
      // A version that the project chooses is told by what the project runs.
      expect(["safe", "runs"]).toContain(classOf(`${name} ${word}`));
      expect(classOf(`${name} ${word} --frobnicate=x`)).not.toBe("safe");
    },
  );

  it.each([...versionCode].map((line) => line.replace(/^(\S+ \S+) (.*)$/, "$1 '$2'")))("%s is safe", (line) => {
    expect(classOf(line)).toBe("safe");
    expect(classOf(line.replace(/'$/, ";x()'"))).not.toBe("safe");
  });
});

describe("a variable that is set for what reads", () => {
  it.each([
    "LC_ALL=C sort a",
    "NO_COLOR=1 git log",
    "GIT_PAGER=cat git log",
    "x=1; echo $x",
    "for f in a b; do cat $f; done",
  ])("%s is safe", (line) => expect(classOf(line)).toBe("safe"));

  it.each([
    "TERMINFO_DIRS=x; tput cols",
    "RIPGREP_CONFIG_PATH=x rg y",
    "JQ_LIBRARY_PATH=x jq .a b",
    "TZDIR=x date",
    "for TERMINFO_DIRS in x; do tput cols; done",
    ": ${TERMINFO_DIRS:=x}; tput cols",
    "read TERMINFO_DIRS < a; tput cols",
    "http_proxy=http://evil.example npm view react",
    "LC_ALL=../x sort a",
  ])("%s is not", (line) => expect(classOf(line)).not.toBe("safe"));
});
