import { describe, expect, it } from "vitest";
import { type Bed, guarded, hasTerminal, json, ok } from "./cli-bed.ts";

/** A workspace with a command to be trusted, in which everything protected is as it should be. */
async function watched(run: string): Promise<Bed> {
  const bed = await guarded();
  const intent = "  - id: INT-001\n    name: Login\n    status: IN_PROGRESS\n    owned_scope: [src/auth/**]\n";
  const intents = `active_intents:\n${intent}    acceptance_criteria:\n      - run: ${run}\n`;
  await bed.put(".orchestration/active_intents.yaml", intents);
  await bed.writ(["alarms"]);
  await bed.writ(["alarms", "acknowledge", "--all"]);
  expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true, alarms: [] });
  return bed;
}

describe.runIf(hasTerminal)("a command whose end nobody waited for", () => {
  it("raises no alarm about what it wrote itself before Ctrl-C", async () => {
    const bed = await watched("sleep 20");
    const said = await bed.writOnTerminal(
      ["intent", "done", "INT-001"],
      [
        ["Trust this command of INT-001?", "y"],
        ["1. sleep 20", "\x03"],
      ],
    );
    expect(said.code).not.toBe(0);
    expect(await json(bed.writ(["trust", "--list", "--json"]))).toMatchObject({ intents: [{ state: "trusted" }] });
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true, alarms: [] });
  });

  it.each([
    ["init --trailers", async (bed: Bed) => expect(await bed.read(".git/hooks/commit-msg")).toContain("writ")],
    [
      "trust --intent INT-001 --yes",
      async (bed: Bed) =>
        expect((await bed.writ(["intent", "done", "INT-001", "--dry-run"])).out).not.toContain("trust"),
    ],
  ])("is brought to its end where the reader left: writ %s", async (words, holds) => {
    const bed = await watched("echo fine");
    await bed.onTerminal(`$WRIT ${words} | true`);
    await holds(bed);
    expect(await json(bed.writ(["verify", "--json"]))).toMatchObject({ ok: true, alarms: [] });
  });

  it.each([
    ["a text", ["intent", "add"], "What is to be done?"],
    ["a yes or no", ["trust", "--intent", "INT-001"], "Trust this command"],
  ])("is cancelled with Ctrl-D as with Ctrl-C: %s", async (_, words, question) => {
    const bed = await watched("echo fine");
    for (const key of ["\x04", "\x03"]) {
      const { code, out } = await bed.writOnTerminal(words, [[question, key]]);
      expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining("Cancelled: nothing was changed.") });
      // The cursor is there again.
      expect(out.lastIndexOf("\x1b[?25h")).toBeGreaterThan(out.lastIndexOf("\x1b[?25l"));
    }
  });

  it("fails where not all of it could be printed, and says so", async () => {
    const bed = await watched("echo fine");
    const { code, out } = await bed.onTerminal("$WRIT status > /dev/full; echo code $?");
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^Not all could be printed: ENOSPC.*\s+code 1\s*$/),
    });
  });

  it("prints no more than somebody reads", async () => {
    const bed = await watched("echo fine");
    expect(await ok(bed.onTerminal("$WRIT log --json | head -c 1; echo"))).not.toContain("unexpectedly");
  });
});
