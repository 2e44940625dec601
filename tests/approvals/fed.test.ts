import { describe, expect, it } from "vitest";
import { approve, openWorld, passes, said } from "./world.ts";

const config = `commands:
  allow:
    - psql **
    - ansible-playbook **
    - go run **
    - terraform plan **
    - kubectl apply **
    - frob **
    - node **
    - git **
    - ./deploy **
runners: [frob scripts/r.conf]
`;

describe("what a permitted program is given", () => {
  it.each([
    ["psql -f scripts/m.sql", "scripts/m.sql"],
    ["psql -fscripts/m.sql", "scripts/m.sql"],
    ["psql --file=./scripts/m.sql", "scripts/m.sql"],
    ["psql -c '\\i scripts/m.sql'", "scripts/m.sql"],
    ["cd scripts && psql -f m.sql", "scripts/m.sql"],
    ["ansible-playbook scripts/site.yml", "scripts/site.yml"],
    ["kubectl apply -f scripts", "scripts/x.yaml"],
    ["kubectl apply -f file://scripts/x.yaml", "scripts/x.yaml"],
    ["go run ./scripts", "scripts/main.go"],
    ["go run scripts/main.go", "scripts/main.go"],
    ["terraform plan", "scripts/main.tf"],
    ["./deploy scripts/prod.conf", "scripts/prod.conf"],
    ["frob scripts/prod.conf", "scripts/prod.conf"],
    ["frob scripts/r.conf", "scripts/r.conf"],
    ["node --test-reporter=./scripts/b.js --test", "scripts/b.js"],
    ["node --test --test-reporter ./scripts/b.js", "scripts/b.js"],
    ["node --test-global-setup=./scripts/b.js --test", "scripts/b.js"],
    ["node --openssl-config=scripts/b.cnf -e 1", "scripts/b.cnf"],
  ])("is asked about where a session wrote it: %s, %s", async (command, path) => {
    const world = await openWorld({ config });
    world.put(path, "theirs\n");
    const agent = await world.session("s-1");
    expect([command, said(await agent.bash(command))]).toEqual([command, "pass"]);
    await agent.read(path);
    expect(passes(await agent.write(path, "mine\n"))).toBe(true);
    const asked = await agent.bash(command);
    expect(said(asked)).toBe("APPROVAL_REQUIRED");
    expect(asked.ticket?.detail).toContain("mine");
    await approve(world.writ, asked);
    expect(passes(await agent.bash(command))).toBe(true);
    expect(passes(await agent.bash(command))).toBe(true);
  });

  it.each([
    "echo x > scripts/m.sql; psql -f scripts/m.sql",
    "echo x > scripts/new.yml && ansible-playbook scripts/new.yml",
    "echo x > scripts/new.go && go run ./scripts",
    "echo x > scripts/index.js; node scripts",
  ])("is asked about where the same line makes it: %s", async (command) => {
    const world = await openWorld({ config });
    world.put("scripts/m.sql", "theirs\n");
    world.put("scripts/package.json", "{}\n");
    const agent = await world.session("s-1");
    const asked = await agent.bash(command);
    expect(said(asked)).toBe("APPROVAL_REQUIRED");
    expect(asked.ticket?.unseen?.length).toBeGreaterThan(0);
  });

  it.each([
    "git checkout -- src/auth/b.ts",
    "git commit -m 'mend src/auth/b.ts'",
    "node scripts/x.js src/auth/b.ts",
    "psql -c 'select 1'",
    "frob scripts/r.conf src/auth/c.ts",
  ])("is not what it keeps, or only reads: %s", async (command) => {
    const world = await openWorld({ config });
    world.put("scripts/x.js", "1\n");
    world.put("scripts/r.conf", "1\n");
    const agent = await world.session("s-1");
    await agent.write("src/auth/b.ts", "export const b = 2;\n");
    expect(said(await agent.bash(command))).toBe("pass");
  });
});
