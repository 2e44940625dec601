import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { openWorld, passes, said } from "./approvals/world.ts";
import { idsOf } from "./corpus-ids.ts";

/** The test that judges each case of the protocol: its file, and words of its title. */
const judgedBy: Readonly<Record<string, readonly [file: string, title: string]>> = {
  G003: ["scenarios/bad-input.test.ts", "40 MB"],
  G004: ["scenarios/bad-input.test.ts", "is refused when it never ends its payload"],
  G006: ["scenarios/bad-input.test.ts", "the path only in __proto__"],
  G007: ["scenarios/bad-input.test.ts", "tool_input as a list"],
  G008: ["scenarios/bad-input.test.ts", "is understood with a byte order mark"],
  G010: ["scenarios/bad-input.test.ts", "hears nothing about events nobody handles"],
  G011: ["scenarios/bad-input.test.ts", "the same call twice is recorded once"],
  G012: ["scenarios/bad-input.test.ts", "an end without a beginning is on record"],
  G017: ["event-hooks/handlers.test.ts", "a script that is not there"],
  G018: ["event-hooks/handlers.test.ts", "exits 1"],
  G019: ["event-hooks/handlers.test.ts", "prints noise before its JSON"],
  G020: ["event-hooks/handlers.test.ts", "prints megabytes"],
  G021: ["../packages/runtime/src/declared/spawn.test.ts", "holds the pipe does not keep us waiting"],
  G023: ["scenarios/daemon.test.ts", "is started by the first call"],
  G024: ["scenarios/daemon.test.ts", "a folder that is another user's is not used"],
  G026: ["scenarios/daemon.test.ts", "an upgraded writ replaces it"],
  G027: ["corpus-protocol.test.ts", "a variable that the agent sets switches nothing off"],
  G028: ["person-verbs.test.ts", "is a person's in an agent's shell too"],
  G029: ["scenarios/daemon.test.ts", "the gap is on record once"],
  G030: ["scenarios/unheard-agents.test.ts", "status and doctor report a session without hooks"],
  G031: ["../packages/adapters/src/wirings.test.ts", "30 read as milliseconds"],
  G032: ["../packages/adapters/src/wirings.test.ts", "have no list in a matcher"],
  G033: ["scenarios/cli-doctor.test.ts", "says what would prove that the hooks fire"],
};

describe("the cases of the protocol", () => {
  it("are all judged", () => {
    expect(Object.keys(judgedBy)).toEqual(idsOf("protocol"));
  });

  it.each(Object.entries(judgedBy).map(([id, [file, title]]) => [id, title, file] as const))(
    "%s: %s",
    (_, title, file) => {
      expect(readFileSync(new URL(file, import.meta.url), "utf8")).toContain(title);
    },
  );

  it.each([
    "export WRIT_DAEMON=off WRIT_HOOK=off WRIT_DISABLE=1 WRIT_ROOT=/elsewhere",
    "WRIT_BYPASS=1 SAFETY_NET=0 DCG_BYPASS=1 true",
  ])("a variable that the agent sets switches nothing off: %s", async (command) => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    await agent.call("Bash", { command }, () => {});
    expect(said(await agent.write("src/billing/a.ts", "evil\n"))).toBe("SCOPE_VIOLATION");
    expect(said(await agent.bash(`${command}; echo evil > src/billing/a.ts`))).not.toBe("pass");
  });
});

describe("events of several steps", () => {
  it("F011: a script is written and then run", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    expect(passes(await agent.write("src/auth/x.sh", "evil\n"))).toBe(true);
    expect(said(await agent.bash("bash src/auth/x.sh"))).toBe("APPROVAL_REQUIRED");
  });

  it("F013: a hook of git is written and then run", async () => {
    const world = await openWorld();
    const agent = await world.session("s-1");
    expect(passes(await agent.write(".git/hooks/pre-commit", "evil\n"))).toBe(false);
    expect(passes(await agent.bash("printf evil > .git/hooks/pre-commit; git commit -m x"))).toBe(false);
  });

  it("are all judged", () => {
    const cases = readFileSync(new URL("corpus/bypass.jsonl", import.meta.url), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line): { id: string; input: { steps?: unknown } | string | null } => JSON.parse(line));
    const withSteps = cases.filter(({ input }) => typeof input === "object" && input?.steps !== undefined);
    expect(withSteps.map(({ id }) => id)).toEqual(["F011", "F013"]);
  });
});
