import { spawn } from "node:child_process";
import { describe, expect, it } from "vitest";
import { command, folder, guarded, hasTerminal, ok } from "./cli-bed.ts";

describe("writ", () => {
  it("shows all commands, with examples, and its version", async () => {
    const bed = await folder();
    const help = await ok(bed.writ(["--help"]));
    for (const name of ["init", "intent", "approve", "log", "verify", "demo", "doctor", "completions"])
      expect(help).toContain(name);
    expect(help).toContain("Examples:");
    expect(await ok(bed.writ(["--version"]))).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it.each([
    [["stauts"], "Did you mean status?"],
    [["intent", "lst"], "Did you mean list?"],
    [["log", "--intnt", "X"], "Did you mean --intent?"],
    [["verify", "--mend"], "unknown option '--mend'"],
    [["pause", "soon", "--reason", "x"], "soon is no length"],
    [["log", "--since", "once"], "once is no time"],
    [["completions", "tcsh"], "bash, zsh, fish, powershell"],
    [[], "Usage: writ"],
  ])("%j is wrong usage", async (args, said) => {
    const bed = await guarded();
    const { code, out, err } = await bed.writ(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(said);
    expect(err).not.toMatch(/^\s+at /m);
  });

  it.each([
    [["help", "intent", "add"], "Usage: writ intent add"],
    [["intent", "help", "add"], "Usage: writ intent add"],
    [["help", "status"], "Usage: writ status"],
    [["help"], "Usage: writ"],
    [["hook", "--help"], "writ init --agent NAME"],
    [["help", "hook"], "writ hook claude-code PreToolUse"],
    [["grants", "--help"], "writ grants revoke"],
    [["alarms", "--help"], "writ alarms acknowledge A-7K2M4P"],
  ])("%j shows help", async (args, said) => {
    const bed = await folder();
    expect(await ok(bed.writ(args))).toContain(said);
  });

  it.each([
    [["help", "nope"], "unknown command 'nope'"],
    [["nope", "--help"], "unknown command 'nope'"],
    [["help", "intent", "nope"], "unknown command 'nope'"],
  ])("%j is no help", async (args, said) => {
    const bed = await folder();
    expect(await bed.writ(args)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(said) });
  });

  it.runIf(hasTerminal)("asks in whole lines where a terminal does not know its width", async () => {
    const bed = await guarded();
    const { out } = await bed.writOnTerminal(["intent", "add"], [["What is to be done?", "\u0003"]], { columns: 0 });
    expect(out).toContain("What is to be done?");
  });

  it("says what to do where nothing is guarded", async () => {
    const bed = await folder();
    const { code, err } = await bed.writ(["status"]);
    expect(code).toBe(1);
    expect(err).toContain("writ init");
  });

  it("tells problems as JSON too", async () => {
    const bed = await guarded();
    const { code, out, err } = await bed.writ(["intent", "show", "INT-404", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out).error).toMatchObject({ code: "INTENT_NOT_FOUND", hint: expect.any(String) });
    expect(err).toContain("INT-001");
  });

  it.each([
    [{}, false],
    [{ FORCE_COLOR: "1" }, true],
    [{ FORCE_COLOR: "1", NO_COLOR: "1" }, false],
  ])("with %j, colours: %s", async (env, coloured) => {
    const bed = await guarded();
    const { out } = await bed.writ(["status"], { env });
    expect(out.includes("\u001b[")).toBe(coloured);
  });

  it("makes control characters visible before it prints them", async () => {
    const bed = await guarded();
    const { err } = await bed.writ(["intent", "show", "INT\u001b[2J"]);
    expect(err).toContain("INT\\e[2J");
    expect(err).not.toContain("\u001b");
  });

  it("is not disturbed by a reader that leaves early", async () => {
    const bed = await guarded();
    const child = spawn(process.execPath, [command, "--help"], {
      cwd: bed.root,
      env: { ...bed.env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    const err: string[] = [];
    child.stderr.on("data", (chunk) => err.push(String(chunk)));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, err: err.join("") }).toEqual({ code: 0, err: "" });
  });
});
