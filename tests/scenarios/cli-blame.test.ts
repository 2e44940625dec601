import { readFileSync } from "node:fs";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createWrit } from "@writ/runtime";
import { describe, expect, it } from "vitest";
import { type Bed, guarded, hasTerminal, json, ok, repository } from "./cli-bed.ts";

const session = { id: "s-1", agent: "claude-code", model: "opus" } as const;
const path = "src/auth/login.ts";
const before = "export const login = 1;\n";
const after = `${before}export const logout = 2;\n`;

/** An agent that writes one file under INT-001; gives the ticket where a person must agree first. */
async function writes(bed: Bed, content: string, file = path): Promise<string | undefined> {
  const writ = await createWrit(bed.root);
  try {
    await writ.select(session, "INT-001", "library");
    const request = { tool: "write_to_file", input: { path: file, content }, callId: `${file} ${content.length}` };
    const event = { at: new Date().toISOString(), session, cwd: bed.root, request };
    const { verdict, ticket } = await writ.before({ ...event, name: "tool.before" });
    if (verdict.kind !== "pass") return ticket?.id;
    await bed.put(file, content);
    await writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
    return undefined;
  } finally {
    await writ.close();
  }
}

async function worked(content = after): Promise<Bed> {
  const bed = await guarded();
  await writes(bed, content);
  return bed;
}

/** What differs from run to run. */
const evened = (text: string): string =>
  text
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ/g, "2026-11-15 16:25:23Z")
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\dZ/g, "2026-11-15 16:25Z")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-11-15T16:25:23.000Z")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "6f1c2c1e-0000-4000-8000-000000000000");

/** What a page shows for a command, and the first block of a language. */
const page = readFileSync(new URL("../../docs/blame.md", import.meta.url), "utf8");
const shown = (start: string): string =>
  new RegExp(`^\\x60{3}\\w+\\n(${start.replace(/[.$]/g, "\\$&")}.*?)^\\x60{3}`, "ms").exec(page)?.[1] ?? "";

describe("writ blame", () => {
  it("answers as docs/blame.md shows, in words and for programs", async () => {
    const bed = await worked();
    const [, ...sample] = shown("$ writ blame").split("\n");
    expect(evened(await ok(bed.writ(["blame", path])))).toBe(sample.join("\n"));
    const lines = evened(await ok(bed.writ(["blame", path, "--porcelain", "-L", "2"])));
    expect(lines).toBe(shown("6f1c2c1e"));
  });

  it("gives JSON with an entry for each line", async () => {
    const bed = await worked();
    const entries = await json(bed.writ(["blame", path, "--json"]));
    const nobody = { intent: null, model: null, session: null, trace: null };
    expect(entries).toEqual([
      expect.objectContaining({ line: 1, author: "human", ...nobody }),
      expect.objectContaining({
        line: 2,
        author: "ai",
        intent: "INT-001",
        model: "opus",
        session: "s-1",
        agent: "claude-code",
        trace: expect.stringMatching(/^[0-9a-f-]{36}$/),
        time: expect.stringMatching(/^\d{4}-.*Z$/),
      }),
    ]);
    expect(
      await json(bed.writ(["blame", "login.ts", "--json", "-L", "2,"], { cwd: join(bed.root, "src/auth") })),
    ).toEqual((entries as unknown[]).slice(1));
  });

  it("tells of a file as a commit has it", async () => {
    const bed = await worked();
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "work");
    await bed.put(path, `${after}// a person's own\n`);
    expect(await ok(bed.writ(["blame", path]))).toMatch(/human .*3\) \/\/ a person's own/);
    const old = await ok(bed.writ(["blame", path, "--revision", "HEAD"]));
    expect(old.trim().split("\n")).toEqual([
      expect.stringMatching(/^human .*1\) export const login/),
      expect.stringMatching(/^AI .*2\) export const logout/),
    ]);
    expect(await ok(bed.writ(["blame", path, "--revision", "HEAD~1"]))).toBe("human  1) export const login = 1;\n");
  });

  it("says what is wrong with a question", async () => {
    const bed = await worked();
    await bed.put("src/auth/logo.png", "\u0000\u0001");
    const wrong: [string[], number, RegExp][] = [
      [["nope.ts"], 1, /^NOT_FOUND: There is no file nope\.ts/],
      [["src"], 2, /src is a folder/],
      [["."], 2, /whole workspace/],
      [[""], 2, /The file has no name/],
      [["../x"], 1, /^PATH_OUTSIDE_WORKSPACE: .*\n.*Name a file inside of it, from where you are\.$/m],
      [["src/auth/logo.png"], 1, /binary/],
      [[path, "-L", "9"], 2, /has 2 lines, so it has no line 9/],
      [[path, "-L", "1", "-L", "9"], 2, /has 2 lines, so it has no line 9/],
      [[path, "-L", "x"], 2, /--lines x names no lines/],
      [[".orchestration/agent_trace.jsonl"], 2, /is a ledger of Writ itself/],
      [[path, "--revision", "nope"], 1, /Git knows no commit nope/],
      [[path, "--revision=--output=x"], 2, /names no commit/],
    ];
    for (const [args, code, said] of wrong)
      expect(await bed.writ(["blame", ...args])).toMatchObject({ code, out: "", err: expect.stringMatching(said) });
    expect(await bed.writ(["blame", path, "--json", "--porcelain"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("Say --json or --porcelain, not both."),
    });
    const wrongPlaces: [string, number, RegExp][] = [
      ["nope.ts:1", 1, /There is no file nope\.ts/],
      [`${path}:9`, 2, /has 2 lines, so it has no line 9/],
      [`${path}:0`, 2, /login\.ts:0 names no lines/],
      [`${path}:5-2`, 2, /login\.ts:5-2 names no lines.*\n.*FILE:12-20/],
      ["src/auth", 2, /is a folder/],
    ];
    for (const [place, code, said] of wrongPlaces)
      expect(await bed.writ(["why", place])).toMatchObject({ code, out: "", err: expect.stringMatching(said) });
  });

  it("says where a file is that is not there", async () => {
    const bed = await worked();
    const missing = async (args: string[], cwd = bed.root) => {
      const { code, err } = await bed.writ(args, { cwd });
      expect(code).toBe(1);
      return err;
    };
    const within = join(bed.root, "src");
    expect(await missing(["blame", path], within)).toContain("from here that one is auth/login.ts.");
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "work");
    bed.git("mv", path, "src/auth/sign-in.ts");
    expect(await missing(["blame", path])).toContain("It is src/auth/sign-in.ts now");
    bed.git("commit", "--quiet", "--message", "move");
    expect(await missing(["why", "auth/login.ts:2"], within)).toContain("It is auth/sign-in.ts now");
    await rm(join(bed.root, "src/auth/sign-in.ts"));
    expect(await missing(["blame", "sign-in.ts"], join(bed.root, "src/auth"))).toContain(
      "It was deleted, or is not checked out, and is in the last commit: ask with --revision HEAD.",
    );
    bed.git("rm", "--quiet", "src/auth/sign-in.ts");
    expect(await missing(["why", "src/auth/sign-in.ts"])).toContain("ask with --revision HEAD.");
    bed.git("commit", "--quiet", "--message", "remove");
    expect(await missing(["blame", "src/auth/sign-in.ts"])).toMatch(
      /It was removed in [0-9a-f]{10}: ask with --revision/,
    );
  });

  it("is asked inside of a submodule too, and a renamed file keeps its records in the log", async () => {
    const bed = await guarded();
    const other = await repository();
    await other.put("x.ts", before);
    other.git("add", "x.ts");
    other.git("commit", "--quiet", "--no-verify", "--message", "x");
    bed.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.root, "src/auth/sub");
    await writes(bed, after, "src/auth/sub/x.ts");
    const cwd = join(bed.root, "src/auth/sub");
    expect(await ok(bed.writ(["blame", "x.ts"], { cwd }))).toMatch(/^AI .*2\) export const logout/m);
    expect(await ok(bed.writ(["why", "x.ts:2"], { cwd }))).toMatch(/^Intent {4}INT-001/m);
    bed.git("-C", "src/auth/sub", "commit", "--quiet", "--all", "--message", "inner");
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "outer");
    await bed.put("src/auth/sub/x.ts", "// all new\n");
    const committed = await ok(bed.writ(["blame", "src/auth/sub/x.ts", "--revision", "HEAD"]));
    expect(committed).toMatch(/^human .*1\) export const login = 1;\nAI .*2\) export const logout = 2;\n$/);
    expect(await ok(bed.writ(["blame", "x.ts", "--revision", "HEAD"], { cwd }))).toBe(committed);
    const why = await ok(bed.writ(["why", "x.ts:2", "--revision", "HEAD"], { cwd }));
    expect(why).toMatch(/^Commit {4}[0-9a-f]{10} "inner" by Ada, /m);
    await bed.put("src/auth/sub/x.ts", after);
    bed.git("-C", "src/auth/sub", "mv", "x.ts", "y.ts");
    const logged = await ok(bed.writ(["log", "--json", "--file", "src/auth/sub/y.ts"]));
    expect(logged).toContain('"relative_path":"src/auth/sub/x.ts"');
  });

  it("has nothing to say of an empty file", async () => {
    const bed = await worked();
    await bed.put("src/auth/empty.ts", "");
    const said = await bed.writ(["blame", "src/auth/empty.ts"]);
    expect(said).toMatchObject({ code: 0, out: "", err: expect.stringContaining("empty.ts is empty") });
    expect(await json(bed.writ(["blame", "src/auth/empty.ts", "--json"]))).toEqual([]);
  });

  it("knows a file by its real name", async () => {
    const bed = await worked();
    await mkdir(join(bed.root, "links"));
    await symlink(join(bed.root, path), join(bed.root, "links/login.ts"));
    expect(await ok(bed.writ(["blame", "links/login.ts"]))).toMatch(/^AI .*2\) /m);
    expect(await ok(bed.writ(["why", "links/login.ts:2"]))).toMatch(/^Intent {4}INT-001/m);
  });

  it.skipIf(!hasTerminal)("shows colours and a summary on a terminal, and fits it", async () => {
    const bed = await worked(`${after}// ${"long ".repeat(100)}\n`);
    const { out } = await bed.writOnTerminal(["blame", path], [], { columns: 80 });
    const lines = out.trimEnd().split("\r\n");
    expect(out).toContain("\u001b[36mAI");
    expect(lines.at(-1)).toContain("2 AI, 1 human (INT-001 2). More about a line: writ why src/auth/login.ts:LINE");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is taken out.
    for (const line of lines) expect(line.replace(/\u001b\[\d+m/g, "").length).toBeLessThanOrEqual(80);
    const plain = await bed.onTerminal(`NO_COLOR=1 $WRIT blame ${path}`);
    expect(plain.out).not.toContain("\u001b[");
  });

  it.skipIf(!hasTerminal)("uses the person's pager for what is longer than the screen, and only then", async () => {
    const bed = await worked(
      `${before}${Array.from({ length: 60 }, (_, at) => `export const x${at} = ${at};\n`).join("")}`,
    );
    const paged = (line: string) => bed.onTerminal(`stty rows 20 cols 100; ${line}`);
    const pager = "PAGER='sed s/^/PAGED:/'";
    expect((await paged(`${pager} $WRIT blame ${path}`)).out).toMatch(/^PAGED:.*human/);
    expect((await paged(`${pager} $WRIT blame ${path} -L 1,5`)).out).not.toContain("PAGED");
    expect((await paged(`${pager} $WRIT blame ${path} --no-pager`)).out).not.toContain("PAGED");
    expect((await paged(`${pager} $WRIT blame ${path} | cat`)).out).not.toContain("PAGED");
    expect((await paged(`PAGER=no-such-pager $WRIT blame ${path}`)).out).toContain("60 AI, 1 human");
    expect((await paged(`PAGER='head -1' $WRIT blame ${path}`)).code).toBe(0);
  });
});

describe("writ why", () => {
  const constrained = `active_intents:
  - id: INT-001
    name: Login
    status: IN_PROGRESS
    owned_scope: ["src/auth/**"]
    constraints: ["No new packages"]
    acceptance_criteria: ["Tests pass"]
`;

  it("answers as docs/blame.md shows", async () => {
    const bed = await guarded();
    await bed.put(".orchestration/active_intents.yaml", constrained);
    await writes(bed, after);
    bed.git("add", "--all");
    bed.git("commit", "--quiet", "--message", "Add logout");
    const [, ...sample] = shown("$ writ why").split("\n");
    const said = evened(await ok(bed.writ(["why", `${path}:2`])));
    const even = (text: string) => text.replace(/^(Commit {4})[0-9a-f]{10}(.*), .*$/m, "$1ID$2");
    expect(even(said)).toBe(even(sample.join("\n")));
  });

  it.skipIf(!hasTerminal)("tells who said yes, by name where this copy knows it", async () => {
    const bed = await guarded();
    await bed.put(".orchestration/config.yaml", "approval: every-change\n");
    const ticket = (await writes(bed, after)) ?? "";
    await ok(bed.writOnTerminal(["approve", ticket], [["approve", "yes\r"]]));
    await writes(bed, after);
    const said = await ok(bed.writ(["why", `${path}:2`]));
    expect(said).toMatch(/^Decision {2}A person had to be asked, since it changes a file \(.*, ticket T-/m);
    expect(said).toMatch(/^ {10}Ada <ada@example\.com> said yes at a terminal \(/m);
    const { stretches } = (await json(bed.writ(["why", `${path}:2`, "--json"]))) as { stretches: object[] };
    expect(stretches).toMatchObject([
      { author: "ai", change: { decisions: [{}, { by: expect.stringMatching(/^p-/) }] } },
    ]);
  });

  it("tells of a person's lines when they came, and by which commit", async () => {
    const bed = await worked();
    await bed.put(path, `${after}// a person's own\n`);
    const said = await ok(bed.writ(["why", `${path}:1-3`]));
    expect(said).toMatch(
      /login\.ts:1\n.*\nMade by {3}A person made this line\. It was there before the first change on/,
    );
    expect(said).toMatch(/^Commit {4}[0-9a-f]{10} "first" by Ada, /m);
    expect(said).toMatch(/login\.ts:3\n.*\nMade by {3}A person made this line\. It was written outside of the calls/);
  });

  it.skipIf(!hasTerminal)("cuts a line only where there is an edge", async () => {
    const bed = await worked(`${after}// ${"long ".repeat(40)}end\n`);
    expect(await ok(bed.writ(["why", `${path}:3`]))).toMatch(/^ {2}\| \/\/ (?:long ){40}end$/m);
    const { out } = await bed.writOnTerminal(["why", `${path}:3`], [], { columns: 80 });
    expect(out).not.toContain("end");
  });

  it("tells a call once, also where a person wrote between its lines", async () => {
    const bed = await worked(`${after}export const other = 3;\n`);
    await bed.put(path, `${after}// a person's own, in between\nexport const other = 3;\n`);
    const said = await ok(bed.writ(["why", `${path}:2-4`]));
    expect(said.match(/^Intent /gm)).toHaveLength(1);
    expect(said).toMatch(/login\.ts:4\n.*\nMade by {3}The same call as 2, above\.\nCommit {4}Not committed yet\.\n$/);
  });

  it("tells the story of a file", async () => {
    const bed = await worked();
    const said = await ok(bed.writ(["why", path]));
    expect(said).toMatch(/^Lines {5}2: 1 made by AI \(50 %\), 1 by people \(50 %\)\.$/m);
    expect(said).toMatch(
      /^Intents {3}INT-001 Login \(\w+\)\n {12}1 line of the file as it is, 1 change in 1 session, /m,
    );
    expect(said).toMatch(/^ {10}There are changes since then that are not committed\.$/m);
    expect(said).toMatch(/^Ask about a line with: writ why src\/auth\/login\.ts:LINE$/m);
    expect(await ok(bed.writ(["why", path, "--revision", "HEAD"]))).toMatch(
      /^Ask about a line with: writ why src\/auth\/login\.ts:LINE --revision HEAD$/m,
    );
    expect(await ok(bed.writ(["why", "src/billing/invoice.ts"]))).toContain(
      "No change of this file by an agent is on record.",
    );
  });

  it("answers without git, and says what it cannot know", async () => {
    const bed = await worked();
    await writeFile(join(bed.root, "no-git"), "");
    await chmod(join(bed.root, "no-git"), 0o755);
    const said = await ok(bed.writ(["why", `${path}:2`], { env: { GIT_DIR: join(bed.root, "no-git") } }));
    expect(said).toMatch(/^Made by {3}AI: claude-code with opus/m);
    expect(said).toMatch(/^Commit {4}Not known: this folder is not in git, or git cannot be run\.$/m);
  });
});
