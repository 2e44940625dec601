import { expect, it } from "vitest";
import { scriptIn } from "./interpreter.ts";

it.each([
  ["sh scripts/ghost.sh", "scripts/ghost.sh"],
  ["python3 x.py --fast", "x.py"],
  ["/usr/bin/python3.12 -u tools/x", "tools/x"],
  ["/usr/bin/env python3 x.py", "x.py"],
  ["env A=1 node x.mjs", "x.mjs"],
  ["deno run --allow-read x.ts", "x.ts"],
  ["bash -o pipefail x.sh y.sh", "x.sh"],
  ["pwsh -File x.ps1", "x.ps1"],
  ["sh -e x.sh", "x.sh"],
  ["python3 -E x.py", "x.py"],
  ["perl -ne print/x.pl", null],
  ["sh -c cat<a/b.sh", null],
  ["bash -lc a/b.sh", null],
  ["python3 -m http.server/x", null],
  ["node -e a/b.js", null],
  ["deno run jsr:@a/b.ts", null],
  ["bun run build", null],
  ["./run.sh x/y.sh", null],
  ["make -f a/b.sh", null],
  ["sh", null],
])("%s: %s", (command, script) => {
  expect(scriptIn(command.split(" "))).toBe(script);
});
