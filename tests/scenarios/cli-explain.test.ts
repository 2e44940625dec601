import { describe, expect, it } from "vitest";
import { guarded, ok } from "./cli-bed.ts";

describe("writ explain for somebody who names no intent", () => {
  it("judges under the only open one, and says so", async () => {
    const bed = await guarded();
    const { out } = await bed.writ(["explain", "rm src/auth/login.ts"]);
    expect(out).toContain("ask  APPROVAL_REQUIRED  (under INT-001, the only open intent)");
    expect(out).toContain("delete src/auth/login.ts");
    expect(out).not.toMatch(/select_active_intent|execute_command/);
  });

  it("says where the open ones differ, and which to name", async () => {
    const bed = await guarded();
    await ok(bed.writ(["intent", "add", "--id", "INT-002", "--name", "Billing", "--scope", "src/billing/**"]));
    const one = await bed.writ(["explain", "deploytool now"]);
    expect(one.out).toContain("(under INT-001, and the same under every open intent)");
    const other = await bed.writ(["explain", "src/auth/a.ts"]);
    expect(other.out).toContain(
      "It depends on the intent. under INT-001: pass; under INT-002: deny SCOPE_VIOLATION. To see one: --intent INT-001",
    );
  });

  it("says how to get one where none is open", async () => {
    const bed = await guarded();
    await ok(bed.writ(["intent", "block", "INT-001"]));
    expect((await bed.writ(["explain", "src/auth/a.ts"])).out).toContain("No intent is open");
  });
});

describe("writ explain", () => {
  it.each(["rm -rf .", "find . -name '*.log' -delete"])(
    "says what %s would reach, and what to do instead",
    async (line) => {
      const bed = await guarded();
      const { out } = await bed.writ(["explain", line, "--intent", "INT-001"]);
      expect(out).toContain("This would reach the whole workspace, with .orchestration/, which is protected");
      expect(out).toContain("Name the files, or a folder without protected ones, inside src/auth/**.");
      expect(out).toMatch(/delete (files in )?\. \(/);
    },
  );

  it.each([
    ["echo x > src/auth/a.ts", "echo x  changes: writes src/auth/a.ts"],
    ["writ approve T-7F3K2M", "writ approve is for a person, not for an agent"],
  ])("says of %s: %s", async (line, said) => {
    const bed = await guarded();
    expect((await bed.writ(["explain", line, "--intent", "INT-001"])).out).toContain(said);
  });

  it("says that a command is one argument", async () => {
    const bed = await guarded();
    const { code, err } = await bed.writ(["explain", "npm", "test"]);
    expect(code).toBe(2);
    expect(err).toContain('Put it in quotes: writ explain "npm test"');
  });

  it("names a rule that waits for trust", async () => {
    const bed = await guarded();
    await bed.put(".orchestration/config.yaml", 'commands:\n  allow: ["terraform plan **"]\n');
    const { out } = await bed.writ(["explain", "terraform plan", "--intent", "INT-001"]);
    expect(out).toContain('The project\'s rule "terraform plan **" would let it pass, once a person runs: writ trust');
    await ok(bed.writ(["trust", "--yes"]));
    expect(await ok(bed.writ(["explain", "terraform plan", "--intent", "INT-001"]))).not.toContain("once a person");
  });
});

describe("an id nobody has", () => {
  it.each([
    [["undo", "U-NOPE00"], "There is nothing to undo under U-NOPE00."],
    [["approve", "T-AAAAAA"], "There is no ticket T-AAAAAA."],
    [["grants", "revoke", "G-AAAAAA"], "There is no grant G-AAAAAA."],
    [["alarms", "acknowledge", "A-AAAAAA"], "There is no open alarm A-AAAAAA."],
  ])("%j is not found, and no policy", async (args, said) => {
    const bed = await guarded();
    expect(await bed.writ(args)).toMatchObject({ code: 1, err: expect.stringContaining(`NOT_FOUND: ${said}`) });
  });

  it.each([[["intent", "show", "INT-9"]], [["explain", "ls", "--intent", "INT-9"]]])(
    "%j speaks to a person",
    async (args) => {
      const bed = await guarded();
      const { err } = await bed.writ(args);
      expect(err).toContain("See what there is with: writ intent list");
      expect(err).not.toContain("select_active_intent");
    },
  );
});
