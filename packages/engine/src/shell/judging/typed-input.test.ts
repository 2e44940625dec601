import { describe, expect, it } from "vitest";
import { analyse } from "../analyse.ts";

const world = { runners: ["npm test", "pytest", "tox"], cwd: "/r", root: "/r" };
const look = (line: string, typed: boolean) => analyse(line, { ...world, typed });

describe("a command that can be typed into, where no hook sees what", () => {
  it.each([
    "less README.md",
    "more README.md",
    "cat README.md | less",
    "less < README.md",
    "timeout 5 less README.md",
    "command less README.md",
    "ls && less README.md",
    "find src -name '*.ts' -exec less {} +",
    "man ls",
    "git help log",
    "info ls",
    "git add -p",
    "git add -vi src",
    "git commit",
    "git commit -v",
    "git commit --amend",
    "git commit -a",
    "git commit -pm x",
    "pytest --pdb",
    "pytest tests --trace",
    "python3 -m pytest --pdb",
    "tox -- --pdb",
    "git commit --fixup=amend:HEAD",
    "git commit --fixup reword:HEAD",
    "git commit --squash HEAD",
    "npx mocha inspect test/a.js",
    "env -i git log",
    "env - git log",
    "env -u FOO -i git log",
    "man ls > /dev/tty",
    "man ls >&2",
    "git log | less",
  ])("asks: %s", (line) => {
    const found = look(line, true);
    expect(found.class).toMatch(/opaque|risky/);
    expect(found.reasons.join("; ")).toContain("takes what is typed into it later");
    expect(look(line, false).class).toMatch(/safe|runs/);
  });

  it.each([
    "bash",
    "sh -i",
    "python3",
    "python3 -i",
    "python3 -q",
    "node",
    "vim src/a.ts",
    "nano x",
    "gdb a.out",
    "sqlite3 x.db",
    "psql",
  ])("asks, and says to write it as one line: %s", (line) => {
    const found = look(line, true);
    expect(found.class).toMatch(/opaque|risky/);
    expect(found.reasons.join("; ")).toContain("use one command line that needs no typing");
  });

  it.each([
    "python3 -c 'exec(input())'",
    "python3 -c 'import sys; exec(sys.stdin.read())'",
    'python3 -c "import code; code.interact()"',
    "node -e 'require(\"repl\").start()'",
    "perl -ne 'eval <>'",
    "ruby -e 'eval gets'",
    "awk '{ \"cat\" | getline x }'",
    "python3 - <<'E'\nimport pty\nbreakpoint()\nE",
  ])("asks about code that asks for more: %s", (line) => {
    expect(look(line, true).class).toMatch(/opaque|risky/);
    expect(look(line, true).reasons.join("; ")).toContain("takes what is typed into it later");
  });

  it.each([
    "ls -la",
    "git log --oneline",
    "git diff",
    "git add -A",
    "git add -v src",
    "git commit -m 'fix the input'",
    "git commit -am x",
    "git commit --amend --no-edit",
    "git commit --message=x",
    "git commit -F msg.txt",
    "npm test",
    "pytest -x tests/test_input.py",
    "rg stdin src",
    "grep -rn 'read(' src | head -20",
    "cat src/stdin.ts",
    "python3 --version",
    "node --version",
    "less --version",
    "man ls > /dev/null",
    "bash -c 'ls src/input'",
    "node --test",
    "git commit --fixup HEAD",
    "git commit --squash HEAD -m x",
    "man ls | head -20",
    "less a.log | tail -5",
    "npx playwright test --trace on",
    "bundle exec rake test --trace",
    "env FOO=1 git log",
    "env FOO=1 grep -i x a",
    "npx mocha test/inspect.js",
  ])("leaves everything else as it is: %s", (line) => {
    expect(look(line, true)).toEqual(look(line, false));
  });
});
