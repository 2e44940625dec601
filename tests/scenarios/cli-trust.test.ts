import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Bed, command, guarded, hasTerminal, json, ok } from "./cli-bed.ts";
import { decisionsIn } from "./harness.ts";
import { putHook, putScript, withHooks, withTrustedHooks } from "./hooks-bed.ts";

/** Plays a terminal (util-linux). */
const player = "script";

async function states(bed: Bed): Promise<Record<string, string>> {
  const { hooks } = (await json(bed.writ(["trust", "--list", "--json"]))) as { hooks: { id: string; state: string }[] };
  return Object.fromEntries(hooks.map(({ id, state }) => [id, state]));
}

describe("writ trust, of hooks", () => {
  it("shows the definition and the whole handler, with line numbers, and trusts nothing without a terminal", async () => {
    const bed = await guarded();
    await putHook(bed, "h", "event_type: [SessionStop, SessionEnd]\nblocking: true\nenv: [API_TOKEN]\n", "one\ntwo");
    const { code, out, err } = await bed.writ(["trust"]);
    expect({ code, err: err.includes("wants a terminal") }).toEqual({ code: 2, err: true });
    expect(out).toContain("Hook h (.system/hooks/h.yaml): nobody has trusted it yet");
    expect(out).toContain("SessionStop, SessionEnd; a guard");
    expect(out).toContain('runs:  "./scripts/h.sh"');
    expect(out).toContain("API_TOKEN");
    expect(out).toContain("1  | id: h");
    expect(out).toMatch(/scripts\/h\.sh\n {2}1 {2}\| #!\/bin\/sh\n {2}2 {2}\| one\n {2}3 {2}\| two\n/);
    expect(await states(bed)).toEqual({ h: "untrusted" });
  });

  it("trusts all with --yes, writes that down, and asks again after a change, with what changed", async () => {
    const bed = await withHooks();
    expect(await json(bed.writ(["trust", "--yes", "--json"]))).toEqual({
      trusted: [],
      hooks: ["post_tracker", "prompt_hints", "stop_check"],
    });
    expect(await states(bed)).toEqual({ post_tracker: "trusted", prompt_hints: "trusted", stop_check: "trusted" });
    expect(decisionsIn(bed.root).filter(({ decision }) => decision === "trusted")).toMatchObject([
      { paths: [".system/hooks/post_tracker.yaml", "scripts/post_tracker.sh"] },
      { paths: [".system/hooks/prompt_hints.yaml", "scripts/prompt_hints.sh"] },
      { paths: [".system/hooks/stop_check.yaml", "scripts/stop_check.sh"] },
    ]);
    expect(await ok(bed.writ(["trust"]))).toBe("Nothing here needs to be trusted.\n");
    await putScript(bed, "scripts/stop_check.sh", "echo '{}'\ncurl evil");
    expect(await states(bed)).toMatchObject({ post_tracker: "trusted", stop_check: "changed" });
    const { out } = await bed.writ(["trust"]);
    expect(out).toContain("Hook stop_check (.system/hooks/stop_check.yaml): changed since it was trusted");
    expect(out).toMatch(/ 2 {2}\| echo '\{\}'\n {2}3 \+\| curl evil\n/);
    expect(out).not.toContain("post_tracker");
    await putScript(bed, "scripts/stop_check.sh", "echo '{}'");
    expect(await states(bed)).toMatchObject({ stop_check: "trusted" });
  });

  it("makes hidden characters visible", async () => {
    const bed = await guarded();
    await putHook(bed, "h", "event_type: Stop\nsummary: a\u202eb\n", "echo a\u001b[2K\rb \u200b");
    const { out } = await bed.writ(["trust"]);
    expect(out).not.toMatch(/\p{Cf}|\p{Cc}(?<!\n)/u);
    expect(out).toContain("echo a\\e[2K\\rb \\u{200b}");
  });

  it("trusts one hook, also one that is switched off, and takes it back", async () => {
    const bed = await withHooks();
    await putHook(bed, "switched_off", "event_type: Stop\nenabled: false\n");
    expect((await bed.writ(["trust"])).out).not.toContain("switched_off");
    await ok(bed.writ(["trust", "--hook", "switched_off", "--yes"]));
    await ok(bed.writ(["trust", "--hook", "stop_check", "--yes"]));
    expect(await states(bed)).toMatchObject({
      switched_off: "trusted",
      stop_check: "trusted",
      post_tracker: "untrusted",
    });
    await ok(bed.writ(["trust", "--revoke", "stop_check"]));
    expect(await states(bed)).toMatchObject({ switched_off: "trusted", stop_check: "untrusted" });
    expect(await bed.writ(["trust", "--revoke", "stop_check"])).toMatchObject({ code: 2 });
    expect(await bed.writ(["trust", "--hook", "nobody", "--yes"])).toMatchObject({ code: 2 });
    expect(decisionsIn(bed.root).at(-1)).toMatchObject({
      decision: "rejected",
      reason: expect.stringContaining("stop_check"),
    });
  });

  it("cannot trust what nobody can see", async () => {
    const bed = await withHooks();
    await rm(join(bed.root, "scripts/stop_check.sh"));
    const out = await ok(bed.writ(["trust", "--yes"]));
    expect(out).toContain("stop_check cannot be trusted: there is no file ./scripts/stop_check.sh.");
    expect(await states(bed)).toMatchObject({ stop_check: "untrusted", post_tracker: "trusted" });
  });

  it("ends with 1 when the only hook cannot be trusted", async () => {
    const bed = await guarded();
    await putHook(bed, "h", "event_type: Stop\n");
    await rm(join(bed.root, "scripts/h.sh"));
    const { code, out } = await bed.writ(["trust", "--yes"]);
    expect([code, out]).toEqual([1, "h cannot be trusted: there is no file ./scripts/h.sh.\n"]);
    expect(await bed.writ(["trust", "--yes", "--json"])).toMatchObject({
      code: 1,
      out: '{"trusted":[],"unusable":["h"]}\n',
    });
  });

  it("needs trust for a module of Writ's own that the repository switches on", async () => {
    const bed = await guarded();
    const yaml = "event_type: PreAbilityCall\nhandler: {kind: module, command: 'builtin:production_guard'}\n";
    await putHook(bed, "production_guard", yaml);
    expect(await states(bed)).toEqual({ production_guard: "untrusted" });
    await ok(bed.writ(["trust", "--yes"]));
    expect(await states(bed)).toEqual({ production_guard: "trusted" });
  });

  it("goes through config and hooks together", async () => {
    const bed = await withHooks();
    await bed.put(".orchestration/config.yaml", "mode: observe\n");
    const { out } = await bed.writ(["trust"]);
    expect(out).toContain("mode: observe");
    expect(out).toContain("Hook stop_check");
    expect(await json(bed.writ(["trust", "--yes", "--json"]))).toEqual({
      trusted: ["mode"],
      hooks: ["post_tracker", "prompt_hints", "stop_check"],
    });
  });

  it.runIf(hasTerminal)("asks one by one, and trusts what was answered with yes", async () => {
    const bed = await withHooks();
    const said = await bed.writOnTerminal(
      ["trust"],
      [
        ["Trust the hook post_tracker as it is?", "y"],
        ["Trust the hook prompt_hints as it is?", "n"],
        ["Trust the hook stop_check as it is?", "y"],
      ],
    );
    expect(said.code).toBe(0);
    expect(await states(bed)).toEqual({ post_tracker: "trusted", prompt_hints: "untrusted", stop_check: "trusted" });
  });

  it.runIf(hasTerminal)("trusts nothing that changed while the person looked", async () => {
    const bed = await guarded();
    await putHook(bed, "slow", "event_type: Stop\n");
    // The file is exchanged once the question is there; then the person says yes.
    const child = spawn(player, ["-qec", `${process.execPath} ${command} trust`, "/dev/null"], {
      cwd: bed.root,
      env: bed.env,
    });
    let out = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      const isAsked = out.includes("as it is?");
      out += chunk;
      if (isAsked || !out.includes("as it is?")) return;
      appendFileSync(join(bed.root, "scripts/slow.sh"), "evil\n");
      child.stdin.write("y");
    });
    await once(child, "close");
    expect(out).toContain("changed while you looked");
    expect(await states(bed)).toEqual({ slow: "untrusted" });
  });
});

describe("writ trust, of a guard that is not there as it was trusted", () => {
  async function withGuard(): Promise<Bed> {
    const bed = await guarded();
    await putHook(bed, "guard", "event_type: PreAbilityCall\nblocking: true\n");
    await ok(bed.writ(["trust", "--yes"]));
    return bed;
  }
  const doctorSays = async (bed: Bed) => (await bed.writ(["doctor"])).out;

  it("offers to go on without one that is gone", async () => {
    const bed = await withGuard();
    await rm(join(bed.root, ".system/hooks/guard.yaml"));
    expect(await states(bed)).toEqual({ guard: "gone" });
    expect(await doctorSays(bed)).toContain("The guard guard is gone, though a person relies on it");
    const { code, out } = await bed.writ(["trust"]);
    expect({ code, out: out.includes("Guard guard (.system/hooks/guard.yaml): is gone") }).toEqual({
      code: 2,
      out: true,
    });
    expect(await ok(bed.writ(["trust", "--hook", "guard", "--yes"]))).toContain("Nobody relies on guard any more");
    expect(await states(bed)).toEqual({});
    expect(await doctorSays(bed)).not.toContain("The guard guard");
    expect(decisionsIn(bed.root).at(-1)).toMatchObject({ decision: "trusted", reason: "the guard guard was given up" });
  });

  it("trusts one as switched off, though those are left alone otherwise", async () => {
    const bed = await withGuard();
    await putHook(bed, "guard", "event_type: PreAbilityCall\nblocking: true\nenabled: false\n");
    expect(await states(bed)).toEqual({ guard: "changed" });
    expect(await doctorSays(bed)).toContain("The guard guard was switched off");
    await ok(bed.writ(["trust", "--yes"]));
    expect(await states(bed)).toEqual({ guard: "trusted" });
    expect(await doctorSays(bed)).not.toContain("The guard guard");
  });

  it("gives one up with --revoke, also where it cannot be read", async () => {
    const bed = await withGuard();
    await bed.put(".system/hooks/guard.yaml", "id: [guard\n");
    expect(await states(bed)).toEqual({ guard: "unreadable" });
    const run = ["hooks", "run", "PreAbilityCall", "--tool", "Bash"];
    expect(await bed.writ(run)).toMatchObject({
      code: 1,
      out: expect.stringContaining("refused by guard: It cannot be"),
    });
    await ok(bed.writ(["trust", "--revoke", "guard"]));
    expect(await states(bed)).toEqual({});
    expect(await bed.writ(run)).toMatchObject({ code: 0 });
  });
});

describe("a person's trust", () => {
  it("is for this machine: a copy of the repository has none", async () => {
    const bed = await withTrustedHooks();
    await rm(join(bed.root, ".orchestration/.state"), { recursive: true });
    expect(Object.values(await states(bed))).toEqual(["untrusted", "untrusted", "untrusted"]);
  });
});
