import { realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BedAgent } from "@writ/testkit/bed";
import { afterAll, expect, it } from "vitest";
import { ok } from "../scenarios/cli-bed.ts";
import { runOnce, unless } from "./group.ts";
import { files, triesTheShell } from "./shell-day.ts";
import { type Day, expectGoodEnd, openWorkshop, type Workshop } from "./workshop.ts";

/** Nothing walks around the guard with a shell, and what a permitted command really changed is found. */
export function aDayInTheShell(agent: BedAgent): void {
  let workshop: Workshop;
  let day: Day;
  const told = (turn: string) => day.model.told(turn) ?? "";
  const tracesOf = async (path: string) =>
    (await workshop.traces()).filter((trace) => trace.files.some((file) => file.relative_path === path));

  runOnce(async () => {
    workshop = await openWorkshop([agent.id], files);
    // The workshop has none of the programs that come with Node; the tests want one.
    symlinkSync(realpathSync(join(dirname(process.execPath), "npm")), join(workshop.bin, "npm"));
    day = await workshop.work(agent, triesTheShell(agent));
  });
  afterAll(async () => await workshop?.close());

  it("ends in good order", () => {
    expectGoodEnd(day);
    expect(day.model.exchanges.at(-1)?.turn).toBe("the end");
  });

  it("changes nothing out of scope, whatever program is to do it", () => {
    expect(told("sed")).toContain("SCOPE_VIOLATION");
    expect(told("a shell in a shell")).toContain("SCOPE_VIOLATION");
    for (const turn of ["an interpreter", "git", "running it"]) expect(told(turn), turn).toContain("APPROVAL_REQUIRED");
    expect(workshop.read("src/billing/invoice.ts")).toContain("export const total = 1;\n");
  });

  it("says nothing about text that only mentions a command", () => {
    expect(told("a mention")).toContain("no rm -rf / here");
  });

  it("records what commands really changed in scope, each file once", async () => {
    expect(workshop.read("src/auth/login.ts")).toBe("export const login = 2;\n");
    expect(workshop.read("src/auth/seen.ts")).toBe("export const seen = 1;\n");
    for (const path of ["src/auth/login.ts", "src/auth/seen.ts"]) expect(await tracesOf(path), path).toHaveLength(1);
  });

  it("finds what the tests changed out of scope, and a person puts it back", async () => {
    expect(workshop.read("src/billing/invoice.ts")).toContain("stray");
    expect(await tracesOf("src/billing/invoice.ts")).toEqual([]);
    expect(await workshop.decisions()).toContainEqual(
      expect.objectContaining({ decision: "strayed", paths: ["src/billing/invoice.ts"], agent: agent.id }),
    );
    const [stray] = JSON.parse(await ok(workshop.writ("undo", "--json")));
    await ok(workshop.writ("undo", stray.id, "--yes"));
    expect(workshop.read("src/billing/invoice.ts")).toBe(files["src/billing/invoice.ts"]);
  });

  unless(agent.lacks.context)("and the model was told of it", () => {
    const all = day.model.exchanges.map((exchange) => exchange.told).join("\n");
    expect(all).toMatch(/changed files outside the scope of INT-001[^\n]*src\/billing\/invoice\.ts/);
  });
}
