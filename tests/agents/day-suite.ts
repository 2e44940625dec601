import type { BedAgent } from "@writ/testkit/bed";
import { afterAll, expect, it, vi } from "vitest";
import { hasTerminal, ok } from "../scenarios/cli-bed.ts";
import { dayOf, files, ticketIn } from "./day.ts";
import { runOnce, unless } from "./group.ts";
import { type Day, expectGoodEnd, openWorkshop, type Workshop } from "./workshop.ts";

/** What an agent may and may not do while Writ is whole, in one run and a second session beside it. */
export function aDayOfWork(agent: BedAgent): void {
  let workshop: Workshop;
  let day: Day;
  const meanwhile: { second?: Day; approved?: number | null } = {};
  const told = (turn: string) => day.model.told(turn) ?? "";

  runOnce(async () => {
    workshop = await openWorkshop([agent.id], files);
    day = await workshop.work(agent, dayOf(agent, workshop, meanwhile));
  });
  afterAll(async () => await workshop?.close());

  it("ends in good order", () => {
    expectGoodEnd(day);
    expect(day.model.exchanges.at(-1)?.turn).toBe("the end");
  });

  unless(agent.lacks.context)("is told at its start what it may work on, and how", () => {
    expect(day.model.exchanges[0]?.told).toContain("INT-001");
    expect(day.model.exchanges[0]?.told).toMatch(/select_active_intent|writ intent select/);
  });

  it("writes nothing before the handshake, and hears how to go on", () => {
    expect(workshop.read("src/auth/early.ts")).toBeNull();
    expect(told("a write before the handshake")).toContain("NO_ACTIVE_INTENT");
    expect(told("a write before the handshake")).toContain("select_active_intent");
    expect(told("a write before the handshake")).toContain("INT-001");
  });

  it("takes up the intent", async () => {
    expect(told("the handshake")).toContain("INT-001");
    expect(await workshop.decisions()).toContainEqual(
      expect.objectContaining({ decision: "selected", intent: "INT-001", agent: agent.id }),
    );
  });

  it("changes what its intent owns, and leaves a trace with session and model", async () => {
    expect(workshop.read("src/auth/token.ts")).toBe("export const token = 1;\n");
    expect(workshop.read("src/auth/login.ts")).toBe("export const login = 2;\n");
    for (const path of ["src/auth/token.ts", "src/auth/login.ts"]) {
      const traces = (await workshop.traces()).filter((trace) =>
        trace.files.some((file) => file.relative_path === path),
      );
      expect(traces).toHaveLength(1);
      const [trace] = traces;
      expect(trace?.metadata).toMatchObject({
        agent: agent.id,
        intent: "INT-001",
        session: expect.stringMatching(/./),
      });
      expect(trace?.files[0]?.conversations[0]?.contributor).toEqual({
        entity_type: "AI",
        model_identifier: agent.model,
      });
    }
  });

  it("does not change what another intent owns", () => {
    expect(workshop.read("src/billing/stray.ts")).toBeNull();
    expect(told("a file out of scope")).toContain("SCOPE_VIOLATION");
  });

  it("does not touch the guard", () => {
    expect(workshop.read(".orchestration/hole.yaml")).toBeNull();
    expect(told("a file of the guard")).toContain("PROTECTED_PATH");
  });

  it("deletes nothing, and runs nothing that was downloaded", () => {
    expect(workshop.read("src/billing/invoice.ts")).toBe(files["src/billing/invoice.ts"]);
    expect(workshop.read("src/auth/login.ts")).not.toBeNull();
    expect(told("delete everything")).toContain("SCOPE_VIOLATION");
    expect(told("delete what it owns")).toContain("APPROVAL_REQUIRED");
    expect(told("run what was downloaded")).toContain("APPROVAL_REQUIRED");
  });

  it("cannot approve its own ticket", async () => {
    expect(told("a sensitive file")).toContain("APPROVAL_REQUIRED");
    for (const turn of ["itself", "by path", "with npx", "on a terminal of its own"])
      expect(told(`approving it ${turn}`), turn).toContain("PERSON_ONLY");
    const ticket = ticketIn(told("a sensitive file"));
    const approvals = (await workshop.decisions()).filter(
      (one) => one.decision === "approved" && one.ticket === ticket,
    );
    expect(approvals).toHaveLength(hasTerminal ? 1 : 0);
  });

  unless(hasTerminal ? undefined : "no terminal can be played here")(
    "goes on once a person approved at a terminal",
    async () => {
      expect(meanwhile.approved).toBe(0);
      expect(workshop.read(".gitattributes")).toBe("* text=auto eol=lf\n");
      expect(await workshop.decisions()).toContainEqual(
        expect.objectContaining({ decision: "approved", assurance: "tty", ticket: ticketIn(told("a sensitive file")) }),
      );
    },
  );

  it("does not write over what another session changed meanwhile", async () => {
    expect(meanwhile.second).toBeDefined();
    if (meanwhile.second !== undefined) expectGoodEnd(meanwhile.second);
    expect(workshop.read("src/auth/shared.ts")).toMatch(/^export const first = 1;\nexport const second = 2;\n/);
    expect(told("a stale write by command")).toContain("STALE_FILE");
    const sessions = new Set((await workshop.traces()).map(({ metadata }) => metadata.session));
    expect(sessions.size).toBe(2);
  });

  it("hears of a command that fails, and of every call's end", async () => {
    // Qwen's terminal can lose what a command wrote that ended at once; its exit code then says it alone.
    expect(told("a command that fails")).toMatch(/No such file|cannot access|Exit Code: 2$/m);
    expect((await workshop.decisions()).filter(({ decision }) => decision === "unmatched")).toEqual([]);
  });

  it("is found wired, and its hooks heard, by writ doctor", async () => {
    const { code, out } = await workshop.writ("doctor", "--agent", agent.id, "--json");
    const { agents, findings } = JSON.parse(out);
    expect(findings.filter(({ level }: { level: string }) => level !== "ok")).toEqual([]);
    expect(agents).toMatchObject([{ agent: agent.id, wired: "wired", firing: "seen" }]);
    expect(code).toBe(0);
  });

  it("leaves an unbroken ledger, a clean repository and no process but the daemon", async () => {
    expect(JSON.parse((await workshop.writ("verify", "--json")).out)).toMatchObject({ ok: true, problems: [] });
    expect(await changesIn(workshop)).toEqual([...changed, "src/auth/token.ts"].sort());
    const ours = [...day.ended.left, ...(meanwhile.second?.ended.left ?? [])].filter(({ command }) =>
      /writ\.(cjs|sh)/.test(command),
    );
    expect(ours).toEqual([]);
    // A daemon that finds another one there, or is replaced by a newer one, takes a moment to leave.
    await vi.waitFor(() => expect(workshop.daemons().length).toBeLessThanOrEqual(1), 5000);
    await ok(workshop.writ("daemon", "stop"));
    await vi.waitFor(() => expect(workshop.processes()).toEqual([]), 5000);
  });

  it("is let go by writ uninstall, and only its own edits stay", async () => {
    await ok(workshop.writ("uninstall", "--purge", "--yes"));
    await workshop.git("add", "--all");
    const left = (await workshop.git("diff", "--cached", "--name-only", "HEAD~1")).trim().split("\n");
    expect(left.filter((path) => path !== "AGENT.md")).toEqual([...changed, "src/auth/token.ts"].sort());
  });

  afterAll(() => {
    if (day === undefined) return;
    const waits = day.model.exchanges
      .map(({ afterMs }) => afterMs ?? 0)
      .slice(1)
      .sort((a, b) => a - b);
    console.log(
      `${agent.title}: ${day.ended.ms} ms, ${day.model.exchanges.length} requests, median ${Math.round(waits[waits.length >> 1] ?? 0)} ms from an answer to the next request`,
    );
  });
}

/** What the edits of the day change. */
const changed = [".gitattributes", "src/auth/login.ts", "src/auth/shared.ts"];

/** The files git sees a change in, but for what Writ keeps for people: lessons, and the state of the intents. */
async function changesIn(workshop: Workshop): Promise<string[]> {
  const lines = (await workshop.git("status", "--porcelain", "--untracked-files=all")).split("\n");
  const paths = lines.map((line) => line.slice(3)).filter((path) => path !== "");
  return paths.filter((path) => !["AGENT.md", ".orchestration/active_intents.yaml"].includes(path)).sort();
}
