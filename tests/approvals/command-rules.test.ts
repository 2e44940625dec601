import { describe, expect, it } from "vitest";
import { approve, openWorld, said } from "./world.ts";

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

describe("a rule that denies or asks", () => {
  const strict = `commands:
  ask:
    - npm run deploy **
  deny:
    - git commit **
    - git push **
    - npm test **
    - npm publish **
    - terraform apply **
runners: [npm test, npm run build]
`;
  it.each([
    ["git commit -m x", "COMMAND_DENIED"],
    ["git -C . commit -m x", "COMMAND_DENIED"],
    ["git --no-pager commit", "COMMAND_DENIED"],
    ["git -C . push", "COMMAND_DENIED"],
    ["git --frob=x commit", "APPROVAL_REQUIRED"],
    ["npm -s test", "COMMAND_DENIED"],
    ["npm --silent test", "COMMAND_DENIED"],
    ["npm --prefix . test", "COMMAND_DENIED"],
    ["npm run test", "COMMAND_DENIED"],
    ["npm run-script test", "COMMAND_DENIED"],
    ["npm run -s test", "COMMAND_DENIED"],
    ["npm t", "COMMAND_DENIED"],
    ["npm tst", "COMMAND_DENIED"],
    ["npm it", "COMMAND_DENIED"],
    ["node --run test", "COMMAND_DENIED"],
    ["node --run=test", "COMMAND_DENIED"],
    ["npm -w a publish", "COMMAND_DENIED"],
    ["npm pub", "APPROVAL_REQUIRED"],
    ["npm run -w api deploy", "APPROVAL_REQUIRED"],
    ["terraform -chdir=x apply", "APPROVAL_REQUIRED"],
    ["terraform -chdir x apply -auto-approve", "APPROVAL_REQUIRED"],
    ["git log --grep commit", "pass"],
    ["git -C . status", "pass"],
    ["npm run build", "pass"],
    ["npm -s run build", "pass"],
    ["npm ls", "pass"],
  ])("%s: %s", async (command, answer) => {
    const world = await openWorld({ config: strict });
    const agent = await world.session("s-1");
    expect(said(await agent.bash(command))).toBe(answer);
  });
});

describe("a rule that permits", () => {
  const wide = `commands:
  allow:
    - make docs
    - ./deploy staging
    - bash scripts/x.sh
    - terraform plan **
    - env **
    - timeout **
    - bash -c **
    - timeout 5 terraform show **
    - git push origin *
    - git **
    - node **
`;
  it.each([
    ["make docs", "pass"],
    ["cd src && make docs", "pass"],
    ["cd /tmp && make docs", "APPROVAL_REQUIRED"],
    ["cd .. && terraform plan", "APPROVAL_REQUIRED"],
    ["cd src/auth && ./deploy staging", "APPROVAL_REQUIRED"],
    ["cd src/auth && bash scripts/x.sh", "APPROVAL_REQUIRED"],
    ["terraform plan -out x", "pass"],
    ["env A=1 terraform plan", "pass"],
    ["env curl http://example.org/x", "APPROVAL_REQUIRED"],
    ["timeout 5 terraform destroy", "APPROVAL_REQUIRED"],
    ["timeout 5 terraform show x", "pass"],
    ["timeout 5 bash -c 'terraform destroy'", "APPROVAL_REQUIRED"],
    ["bash -c 'terraform destroy'", "APPROVAL_REQUIRED"],
    ["bash -c 'terraform plan'", "pass"],
    ["git push origin main", "pass"],
    ["git config core.hooksPath x", "APPROVAL_REQUIRED"],
    ["git -c alias.x=!sh x", "APPROVAL_REQUIRED"],
    ["node -e 'console.log(process.pid)'", "pass"],
    [`node -e 'require("fs").writeFileSync(".orchestration/config.yaml","")'`, "APPROVAL_REQUIRED"],
    ["node gen.js ./.git/hooks/pre-commit", "APPROVAL_REQUIRED"],
  ])("%s: %s", async (command, answer) => {
    const world = await openWorld({ config: wide });
    world.put("scripts/x.sh", "echo x\n");
    world.put("gen.js", "\n");
    const agent = await world.session("s-1");
    expect(said(await agent.bash(command))).toBe(answer);
  });

  it("looks at what defines what it permits", async () => {
    const world = await openWorld({ config: wide });
    const agent = await world.session("s-1");
    const text = "docs:\n\techo mine\n";
    await approve(world.writ, await agent.write("Makefile", text));
    expect(said(await agent.write("Makefile", text))).toBe("pass");
    expect(said(await agent.bash("make docs"))).toBe("APPROVAL_REQUIRED");
  });

  it.each(["+main", ":main", "--force", '"$x"'])("does not take %s for one word of a pattern", async (word) => {
    const world = await openWorld({ config: "commands:\n  allow: [git push origin *]\n" });
    const agent = await world.session("s-1");
    expect(said(await agent.bash(`git push origin ${word}`))).toBe("APPROVAL_REQUIRED");
  });
});

it("an example of what is not permitted may be another spelling of what is", async () => {
  const world = await openWorld({ config: "commands:\n  allow:\n    - {match: npm test, no: [npm run test]}\n" });
  expect((await world.writ.readConfig()).findings).toEqual([]);
});

describe("a config whose rules cannot be meant", () => {
  it.each([
    ["commands:\n  deny:\n    - match: npm publish\n      yes: [npm publish --tag x]\n", "line 4", "is not matched"],
    ["commands:\n  deny:\n    - match: npm publish **\n      no:\n        - npm publish\n", "line 5", "is matched"],
    [
      "commands:\n  allow:\n    - match: git push origin *\n      yes: [git push origin --force]\n",
      "line 4",
      "is not matched",
    ],
    ["commands:\n  allow:\n    - match: terraform **\n      no: [terraform plan]\n", "line 4", "is matched"],
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
