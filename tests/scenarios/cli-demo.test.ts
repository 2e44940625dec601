import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { folder, json, ok } from "./cli-bed.ts";

it("plays the whole story, and leaves the repository to look at", async () => {
  const bed = await folder();
  const story = await ok(bed.writ(["demo", "--fast"]));
  const root = /^Look around: cd (\S+)/m.exec(story)?.[1] ?? "";
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 20 }));
  const told = [
    "NO_ACTIVE_INTENT",
    "<intent_context",
    "SCOPE_VIOLATION",
    "STALE_FILE",
    "APPROVAL_REQUIRED",
    "writ approve",
    "intent_map.md",
    ".orchestration/ledger/",
    "writ verify",
    "writ blame",
    "writ why",
  ];
  const places = told.map((part) => story.indexOf(part));
  expect(
    places.every((at) => at >= 0),
    told[places.indexOf(-1)],
  ).toBe(true);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  const amount = story.split("\n").length;
  expect(amount).toBeGreaterThan(40);
  expect(amount).toBeLessThan(110);

  const settled = story.replace(/^ {3}\| /gm, "").replace(/\d{4}-\d\d-\d\d \d\d:\d\dZ/g, "2026-11-15 10:00Z");
  expect(settled).toContain(/```text\n(human .*?)```/s.exec(await readFile("README.md", "utf8"))?.[1]);

  const there = { cwd: root };
  expect(await json(bed.writ(["verify", "--json"], there))).toMatchObject({ ok: true, problems: [] });
  expect(await readFile(join(root, "src/auth/login.ts"), "utf8")).toMatch(/failures >= 5[\s\S]*log\(user\)/);
  expect(await readFile(join(root, "src/billing/invoice.ts"), "utf8")).toContain("reduce");
  const map = join(root, ".orchestration/intent_map.md");
  const before = await readFile(map, "utf8");
  await rm(map);
  expect(await ok(bed.writ(["intent", "map"], there))).toBe(before);
  expect(await readFile(map, "utf8")).toBe(before);
  for (const [, line = ""] of story.slice(story.indexOf("Look around")).matchAll(/^ {3}writ (.+?) {2,}/gm)) {
    const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    expect((await bed.writ(args, there)).code, line).toBeLessThan(2);
  }
});

it("touches nothing where it is started", async () => {
  const bed = await folder();
  const { root } = JSON.parse(await ok(bed.writ(["demo", "--json"])));
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 20 }));
  expect(await bed.snapshot()).toEqual({});
});
