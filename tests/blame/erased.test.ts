import { expect, it } from "vitest";
import { write } from "../scenarios/agent-write.ts";
import { type Bed, guarded, json, ok } from "../scenarios/cli-bed.ts";

const path = "src/auth/login.ts";
const text = "export const login = 1;\nexport const logout = 2;\n";

/** A file an agent added a line to under INT-001, and whose record was erased since. */
async function erased(): Promise<Bed> {
  const bed = await guarded();
  await write(bed, path, text);
  await ok(bed.writ(["erase", "--session", "s-1", "--yes"]));
  return bed;
}

it("a line whose record was erased says so once, and nothing else", async () => {
  const bed = await erased();
  const said = (await ok(bed.writ(["blame", path]))).replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\dZ/g, "2026-11-15 16:25Z");
  expect(said.split("\n").slice(0, 2)).toEqual([
    "human        -                  1) export const login = 1;",
    "AI (erased)  2026-11-15 16:25Z  2) export const logout = 2;",
  ]);
  const [one, two] = (await json(bed.writ(["blame", path, "--json"]))) as object[];
  expect(two).toMatchObject({ author: "ai", intent: null, model: null, session: null, agent: null, erased: true });
  expect(one).not.toHaveProperty("erased");
  const porcelain = await ok(bed.writ(["blame", path, "--porcelain", "-L", "2"]));
  expect(porcelain).toContain("\nerased true\n");
  expect(porcelain).not.toMatch(/^(?:model|session|agent) /m);
});

it("beside another agent's line every column is filled", async () => {
  const bed = await erased();
  await write(bed, path, `${text}export const third = 3;\n`);
  const said = (await ok(bed.writ(["blame", path]))).replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\dZ/g, "2026-11-15 16:25Z");
  expect(said.split("\n").slice(1, 3)).toEqual([
    "AI (erased)  -        -            -    2026-11-15 16:25Z  2) export const logout = 2;",
    "AI           INT-001  claude-code  s-1  2026-11-15 16:25Z  3) export const third = 3;",
  ]);
});

it("the story of a file tells what was erased from what was made without an intent", async () => {
  const bed = await erased();
  const told = await ok(bed.writ(["why", path]));
  expect(told).toContain("Under which intent 1 line of AI was made was erased.");
  expect(told).toContain("who made it, with what and under which intent was erased.");
  expect(told).not.toMatch(/without an intent|the tool erased|unknown/);
  expect(await json(bed.writ(["why", path, "--json"]))).toMatchObject({
    intentless: { none: 0, erased: 1, imported: 0 },
    last: { erased: true, agent: null, model: null, session: null, tool: null, intent: null },
  });
});
