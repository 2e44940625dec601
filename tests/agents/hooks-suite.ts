import { chmodSync, realpathSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BedAgent } from "@writ/testkit/bed";
import { afterAll, expect, it, vi } from "vitest";
import { ok } from "../scenarios/cli-bed.ts";
import { runOnce, unless } from "./group.ts";
import { answers, changesBilling, files, prompts } from "./hooks-day.ts";
import { type Day, expectGoodEnd, openWorkshop, type Workshop } from "./workshop.ts";

/** The three flows of S4, section 5: one definition of each hook, whatever agent it runs under. */
export function aDayWithHooks(agent: BedAgent): void {
  let workshop: Workshop;
  let working: Day;
  let asking: Day;
  const toldIn = (day: Day) => day.model.exchanges.map(({ told }) => told).join("\n");
  const log = (): Record<string, unknown>[] =>
    (workshop.read(".system/logs/hooks.log") ?? "")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line));

  runOnce(async () => {
    workshop = await openWorkshop([agent.id], files);
    // The workshop has none of the programs that come with Node; a build wants one.
    symlinkSync(realpathSync(join(dirname(process.execPath), "npm")), join(workshop.bin, "npm"));
    chmodSync(join(workshop.root, "scripts/hooks/pre_commit_intent.sh"), 0o755);
    await workshop.git("commit", "--quiet", "--all", "--no-verify", "--message", "executable");
    await ok(workshop.writ("trust", "--yes"));
    working = await workshop.work(agent, changesBilling(agent), { prompt: prompts.billing });
    // A build that takes longer than the agent waits goes on by itself; what it says then comes with the next session.
    await vi.waitFor(() => expect(workshop.read(".system/cache/build_check.json")).not.toBeNull(), 60_000);
    await vi.waitFor(
      async () => expect((await workshop.writ("followups", "list")).out).toContain("invoice.ts"),
      30_000,
    );
    asking = await workshop.work(agent, answers, { prompt: prompts.commit });
  });
  afterAll(async () => await workshop?.close());

  it("ends in good order", () => {
    expectGoodEnd(working);
    expectGoodEnd(asking);
  });

  unless(agent.lacks.context ?? agent.lacks.prompts)(
    "a prompt brings the ability that fits into the model's request",
    () => {
      expect(toldIn(working)).toContain("billing_regression");
      expect(toldIn(working)).not.toContain("signup_e2e (");
      expect(toldIn(asking)).not.toContain("billing_regression (");
    },
  );

  unless(agent.lacks.context ?? agent.lacks.prompts)("a prompt brings the document its route names", () => {
    expect(toldIn(asking)).toContain("docs/pre-commit.md");
    expect(toldIn(working)).not.toContain("docs/pre-commit.md");
  });

  it("every call is in the log of calls, and counted", () => {
    expect(workshop.read(".system/logs/tool_call.md")).toContain("services/billing/src/invoice.ts");
    const usage = JSON.parse(workshop.read(".system/cache/ability_usage.json") ?? "{}");
    expect(Object.keys(usage).length).toBeGreaterThan(0);
  });

  it("the end of the turn builds the one service that changed, and leaves the error to be opened", async () => {
    const runs = log().filter(
      ({ hook_id: id, event_type: type }) => [id, type].join() === "session_stop_build_check,SessionStop",
    );
    expect(runs.map(({ status }) => status)).toContain("ok");
    const built = workshop.read(".system/cache/build_check.json") ?? "";
    expect(built).toContain("build:billing");
    expect(built).not.toContain("build:auth");
    expect(JSON.parse(await ok(workshop.writ("followups", "list", "--json")))).toMatchObject([
      { kind: "open_file", payload: { path: "services/billing/src/invoice.ts" }, hook: "session_stop_build_check" },
    ]);
  });

  unless(agent.lacks.messages)("and the person hears what came of it", () => {
    const heard = [working, asking].map(({ ended }) => `${ended.out}\n${ended.err}`).join("\n");
    expect(heard).toContain("build:billing");
    expect(heard).toContain("services/billing/src/invoice.ts:1");
  });

  it("nothing of it is left for git to see, and the ledger is whole", async () => {
    const lines = (await workshop.git("status", "--porcelain", "--untracked-files=all")).split("\n");
    const changed = lines.map((line) => line.slice(3)).filter((path) => path !== "" && path !== "AGENT.md");
    expect(changed.filter((path) => path !== ".orchestration/active_intents.yaml")).toEqual([
      "services/billing/src/invoice.ts",
    ]);
    expect(JSON.parse((await workshop.writ("verify", "--json")).out)).toMatchObject({ ok: true, problems: [] });
  });
}
