import { describe, expect, it } from "vitest";
import { openBed } from "./bed.ts";

const broken = "echo 'runners: [make' >> .orchestration/config.yaml";
const session = { id: "S-1", agent: "claude-code" as const };

describe("a command that leaves a config nobody can use", () => {
  it("is looked at all the same, by the config it began with", async () => {
    const bed = await openBed("sensitive_paths: [src/auth/secret.ts]\n");
    const { context = "", messages = [] } = await bed.call(() =>
      bed.sh(`${broken}; echo evil > README.md; echo x > src/auth/secret.ts; echo x >> src/auth/jwt.ts`),
    );
    for (const text of [context, messages.join("\n")]) {
      expect(text).toContain("README.md");
      expect(text).toContain("src/auth/secret.ts");
      expect(text).toMatch(/config\.yaml cannot be used/);
    }
    expect(await bed.decisions("alarm")).toMatchObject([{ paths: [".orchestration/config.yaml"] }]);
    expect(await bed.decisions("strayed")).toMatchObject([
      { paths: expect.arrayContaining(["README.md", "src/auth/secret.ts"]) },
    ]);
    expect((await bed.traces()).flatMap(({ files }) => files.map((file) => file.relative_path))).toEqual([
      "src/auth/jwt.ts",
    ]);
  });

  it("is looked at when the turn ends too, where nobody saw its end", async () => {
    const bed = await openBed();
    await bed.begin("make");
    bed.sh(`${broken}; echo evil > README.md`);
    const { messages = [] } = await bed.writ.hear({ name: "turn.end", at: "", session, cwd: bed.root });
    const said = messages.join("\n");
    for (const part of [
      "README.md",
      "Protected files changed: .orchestration/config.yaml",
      "config.yaml cannot be used",
    ])
      expect(said).toContain(part);
  });

  it("is told of also where the note about it is gone", async () => {
    const bed = await openBed();
    const end = await bed.begin("make");
    bed.sh(`${broken}; echo evil > README.md; rm -r .orchestration/.state/pending`);
    const { messages = [] } = await end();
    expect(messages.join("\n")).toContain("README.md");
    expect((await bed.decisions("alarm")).flatMap(({ paths }) => paths)).toContain(".orchestration/config.yaml");
  });

  it("and one that only reads afterwards hears nothing of it", async () => {
    const bed = await openBed();
    bed.sh(broken);
    const event = {
      at: "",
      session,
      cwd: bed.root,
      request: { tool: "Bash", input: { command: "ls" }, callId: "r" },
    };
    expect(await bed.writ.after({ ...event, name: "tool.after" })).toMatchObject({ trace: null, unmatched: false });
  });
});
