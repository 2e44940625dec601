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

it.each([
  ["D=scripts ./tool", "scripts"],
  ["D='my dir' ./tool", "my dir"],
  ["D=a:b ./tool", "b"],
  ["export D=scripts; ./tool", "scripts"],
  ["cd a && D=b ./tool", "a/b"],
  ["./tool 'my dir'", "my dir"],
  ["./tool --dir='my dir'", "my dir"],
  ["./tool -f'my dir'", "my dir"],
])("%s may mean all of %s", (line, folder) => {
  expect(analyse(line, world).trees).toContain(folder);
});

it.each(["NODE_ENV=test ./tool", "D=test ls", "D=test npm test"])("%s means no folder by its variable", (line) => {
  expect(analyse(line, world).trees ?? []).not.toContain("test");
});

it("seeks what python runs where PYTHONPATH says", () => {
  expect(analyse("PYTHONPATH=lib python3 -m a.b", world).loads).toContain("lib/a/b.py");
  expect(analyse("cd x && PYTHONPATH=lib:src python3 -m a", world).loads).toContain("x/src/a.py");
});

it("tells which commands of a line a person may be asked about, and where they stand", () => {
  expect(analyse("ls && cd infra && sudo terraform apply; frob x", world).asked).toEqual([
    { line: "terraform apply", dir: "infra" },
    { line: "sudo terraform apply", dir: "infra" },
  ]);
  expect(analyse("frob x", world).asked).toEqual([{ line: "frob x", dir: "", isUnknown: true }]);
  expect(analyse("npm test", world).asked).toBeUndefined();
});
