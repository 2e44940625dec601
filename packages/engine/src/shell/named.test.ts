import { expect, it } from "vitest";
import { analyse } from "./analyse.ts";

const world = { runners: ["tsx scripts/b.ts", "node --test"], cwd: "/ws", root: "/ws" };

it.each([
  ["cd scripts && ../tool prod.conf", "scripts/prod.conf"],
  ["./tool -fscripts/x", "scripts/x"],
  ["./tool --file=scripts/x", "scripts/x"],
  ["./tool @a/x,b/y", "b/y"],
  ["./tool 'my file'", "my file"],
  ["./tool a{b,c}d", "acd"],
  ["P=a; ./tool $P/x", "a/x"],
  ["cd a && ./tool < x", "a/x"],
  ["cd a && X=y ./tool", "a/y"],
])("%s names %s", (line, path) => {
  expect(analyse(line, world).named).toContain(path);
  expect(analyse(line, world).unplaced).toBeUndefined();
});

it("tells a pattern from letters that are meant as they are", () => {
  expect(analyse("./tool 'a*'b*[cd]", world).patterns).toEqual(["a\\*b*[cd]"]);
});

it.each([
  ["node -r ./a -e 1", "./a.js"],
  ["node --watch a.js", "a.js"],
  ["node -e 'fs(1); require(\"./a.js\")'", "./a.js"],
  ["python3 -m a.b", "a/b.py"],
  ["awk -f a.awk x", "a.awk"],
  ["tsx scripts/b.ts", "scripts/b.ts"],
])("%s may run %s", (line, path) => {
  expect(analyse(line, world).loads).toContain(path);
});

it.each(["node --test a.test.js", "node scripts/x.js data.js", "npm test", "python3 x.py data.py"])(
  "%s runs no more than it is known to",
  (line) => {
    expect(analyse(line, world).loads).toBeUndefined();
  },
);

it.each(["ls $x", "cd a; ls b", "npm test", "./tool a b", "cd a && ./tool b", "rm src/*.ts"])(
  "%s leaves nothing open",
  (line) => {
    expect(analyse(line, world).unplaced).toBeUndefined();
  },
);
