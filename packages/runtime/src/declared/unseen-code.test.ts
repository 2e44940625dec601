import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runsUnseenCode } from "./unseen-code.ts";

const root = mkdtempSync(join(tmpdir(), "writ-unseen-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
mkdirSync(join(root, "x"));
for (const file of ["x/run.sh", "x/run.py", "x/setup.cjs", "Makefile", "gradlew"]) writeFileSync(join(root, file), "");

it.each([
  ["./x/run.sh", false],
  ["sh x/run.sh", false],
  ["bash -eu x/run.sh", false],
  ["python3 -B x/run.py -m fast", false],
  ["node -r ./x/setup.cjs x/run.sh", false],
  ["timeout 5 sh x/run.sh -c", false],
  // Code among the words, or a module by its name.
  ["sh -c exec\u00a0sh\u00a0./x/run.sh", true],
  ["bash -lc true x/run.sh", true],
  ["python3 -m x.run", true],
  ["python3 -m x.run x/run.py", true],
  ["node -e 1 x/run.sh", true],
  ["node --eval=1 x/run.sh", true],
  // What other files say.
  ["make -s guard", true],
  ["make -f Makefile guard", true],
  ["env /usr/bin/make -f Makefile", true],
  ["npm run guard", true],
  ["npx --prefix x/run.sh guard", true],
  ["bun run x/run.sh", true],
  ["./gradlew check", true],
  // No file of the repository at all.
  ["git status", true],
  ["/bin/true", true],
  ["sh x/none.sh", true],
])("%s runs code nobody looks at: %s", (line, expected) => {
  expect(runsUnseenCode(root, { handler: { kind: "script", command: line.split(" ") } })).toBe(expected);
});

it("finds nothing unseen in a module", () => {
  expect(runsUnseenCode(root, { handler: { kind: "module", command: ["builtin:production_guard"] } })).toBe(false);
});
