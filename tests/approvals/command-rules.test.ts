import { describe, expect, it } from "vitest";
import { openWorld, said } from "./world.ts";

const config = `commands:
  allow:
    - ./deploy staging
    - {match: terraform plan **, yes: [terraform plan -out x], no: [terraform apply]}
    - bash **
    - bash scripts/x.sh
  ask:
    - {match: npm test **, why: it costs money}
  deny:
    - {match: npm publish **, why: CI publishes, yes: [npm publish, env CI=1 npm publish --tag next], no: [npm pack]}
runners: [npm test]
`;

describe("rules over commands", () => {
  it.each([
    ["./deploy staging", "pass"],
    ["./deploy production", "APPROVAL_REQUIRED"],
    ["terraform plan", "pass"],
    ["terraform plan -out x && ./deploy staging", "pass"],
    ["terraform apply", "APPROVAL_REQUIRED"],
    ["npm test", "APPROVAL_REQUIRED"],
    ["npm publish --tag next", "COMMAND_DENIED"],
    ["cd src && env A=1 npm publish", "COMMAND_DENIED"],
    ["bash -c 'npm publish'", "COMMAND_DENIED"],
    ["terraform plan > src/billing/a.ts", "SCOPE_VIOLATION"],
    ["terraform plan > .orchestration/config.yaml", "PROTECTED_PATH"],
    ["bash -c 'writ approve T-1'", "PERSON_ONLY"],
    ["bash -c \"python3 -c 'writ approve'\"", "PERSON_ONLY"],
  ])("%s: %s", async (command, answer) => {
    const world = await openWorld({ config });
    const agent = await world.session("s-1");
    expect(said(await agent.bash(command))).toBe(answer);
  });

  it("need an intent for what they allow", async () => {
    const world = await openWorld({ config });
    const agent = await world.session("s-1", null);
    expect(said(await agent.bash("./deploy staging"))).toBe("NO_ACTIVE_INTENT");
  });

  it("do not allow what the session wrote", async () => {
    const world = await openWorld({ config });
    const agent = await world.session("s-1");
    await agent.write("scripts/x.sh", "echo mine\n");
    expect(said(await agent.bash("bash scripts/x.sh"))).toBe("APPROVAL_REQUIRED");
  });

  it("say why, and which of them it was", async () => {
    const world = await openWorld({ config });
    const agent = await world.session("s-1");
    const denied = await agent.bash("npm publish");
    expect(denied.verdict).toMatchObject({
      problem: { message: "The project's config denies npm publish **: CI publishes." },
    });
    const asked = await agent.bash("npm test");
    expect(asked.ticket?.reasons).toContain('the project\'s rule "npm test **" asks: it costs money');
    const allowed = await world.writ.explain({ command: "./deploy staging" }, "INT-001");
    expect(allowed).toMatchObject({
      verdict: "pass",
      message: expect.stringContaining('"./deploy staging" allows it'),
    });
  });

  it("allow nothing until a person trusts the file, and deny at once", async () => {
    const world = await openWorld({ config });
    await world.writ.state.distrust("config");
    const agent = await world.session("s-1");
    expect(said(await agent.bash("./deploy staging"))).toBe("APPROVAL_REQUIRED");
    expect(said(await agent.bash("npm publish"))).toBe("COMMAND_DENIED");
  });
});

describe("a config whose rules cannot be meant", () => {
  it.each([
    ["commands:\n  deny:\n    - match: npm publish\n      yes: [npm publish --tag x]\n", "line 4", "is not matched"],
    ["commands:\n  deny:\n    - match: npm publish **\n      no:\n        - npm publish\n", "line 5", "is matched"],
    ["commands:\n  allow: ['* --help']\n", "line 2", "name of a program"],
    ["commands:\n  allow: ['a ** b']\n", "line 2", "at its end"],
    ["commands:\n  allow: ['a; b']\n", "line 2", "without quotes"],
    ["commands:\n  allow: [{match: a, examples: [b]}]\n", "line 2", "no part of a rule"],
    ["commands:\n  allow: a\n", "line 2", "must be a list"],
  ])("%j is refused: %s, %s", async (text, line, reason) => {
    const world = await openWorld({ config: "" });
    world.put(".orchestration/config.yaml", text);
    await expect(world.writ.readConfig()).rejects.toThrow(new RegExp(`${line}.*${reason}`));
  });
});
