import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { write } from "../scenarios/agent-write.ts";
import { guarded, json, ok } from "../scenarios/cli-bed.ts";
import { complaintsAbout } from "./valid.ts";

const records = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("writ export", () => {
  it("prints valid records that say under which intent", async () => {
    const bed = await guarded();
    await write(bed, "src/auth/a.ts", "a\nb\n");
    await write(bed, "src/auth/b.ts", "b\n");
    const found = records(await ok(bed.writ(["export", "--format", "agent-trace"])));
    expect(found.map(complaintsAbout)).toEqual([[], []]);
    expect(found[0]).toMatchObject({
      version: "0.1.0",
      tool: { name: "claude-code" },
      vcs: { type: "git", revision: bed.git("rev-parse", "HEAD") },
      files: [
        {
          path: "src/auth/a.ts",
          conversations: [
            {
              url: "urn:writ:session:s-1",
              contributor: { type: "ai" },
              ranges: [{ start_line: 1, end_line: 2 }],
              related: [{ type: "specification", url: "urn:writ:intent:INT-001" }],
            },
          ],
        },
      ],
      metadata: { "dev.writ": { trace: { intent: "INT-001" } } },
    });
    expect(records(await ok(bed.writ(["export", "--file", "src/auth/b.ts"])))).toHaveLength(1);
    expect(await bed.writ(["export", "--intent", "INT-404"])).toEqual({
      code: 0,
      out: "",
      err: "No intent is called INT-404, and no change is on record under it. See: writ intent list\n",
    });
    expect(await bed.writ(["export", "--intent", "INT-001", "--since", "2999-01-01"])).toMatchObject({ err: "" });
    expect(await ok(bed.writ(["export", "--since", "2999-01-01"]))).toBe("");
    expect(JSON.parse(await ok(bed.writ(["export", "--pretty", "--file", "src/auth/b.ts"])))).toEqual(found[1]);
  });

  it("writes a file that is there only when it is whole", async () => {
    const bed = await guarded();
    await write(bed, "src/auth/a.ts", "a\n");
    expect(await ok(bed.writ(["export", "--output", "out.jsonl"]))).toBe("Exported 1 record to out.jsonl.\n");
    expect(records(await bed.read("out.jsonl"))).toHaveLength(1);
    expect(await json(bed.writ(["export", "--output", "out.jsonl", "--json"]))).toMatchObject({ exported: 1 });
    expect(bed.git("status", "--short", "--", ".")).not.toContain(".part");
  });
});

it("what cannot be is said as wrong usage", async () => {
  const bed = await guarded();
  await bed.put("src/auth/here.ts", "mine\n");
  await bed.put(".claude/settings.json", "{}\n");
  const wrong: [string[], string][] = [
    [["export", "--format", "xml"], "--format xml is not known"],
    [["export", "--since", "soon"], "--since soon is no time"],
    [["export", "--output", ".orchestration/x.jsonl"], "lies among Writ's own files"],
    [["export", "--output", ".git/hooks/pre-commit"], "is part of the guard"],
    [["export", "--output", ".git/hooks/post-rewrite"], "is part of the guard"],
    [["export", "--output", ".claude/settings.json"], "is part of the guard"],
    [["export", "--output", "src/auth/here.ts"], "src/auth/here.ts is there, and is no export"],
    [["export", "--output", "nowhere/x.jsonl"], "There is no folder nowhere"],
    [["export", "--output", "src"], "src is a folder"],
    [["import", "nothing.jsonl"], "There is no file nothing.jsonl"],
    [["import", "src"], "src is a folder"],
    [["import", "-", "--format", "xml"], "--format xml is not known"],
  ];
  for (const [args, words] of wrong) {
    const { code, err } = await bed.writ(args);
    expect({ args, code, err }).toEqual({ args, code: 2, err: expect.stringContaining(words) });
  }
});

describe("writ import", () => {
  it("brings what one workspace exported into another, where it verifies and exports the same", async () => {
    const here = await guarded();
    await write(here, "src/auth/a.ts", "a\nb\n");
    const text = await ok(here.writ(["export"]));
    const there = await guarded();
    expect(await ok(there.writ(["import", "-"], { stdin: text }))).toBe("Imported 1 record.\n");
    expect(await ok(there.writ(["import", "-"], { stdin: text }))).toBe("Imported 0 records, 1 already there.\n");
    expect(await ok(there.writ(["export"]))).toBe(text);
    expect(await json(there.writ(["verify", "--json"]))).toMatchObject({ ok: true, problems: [] });
    expect(await ok(there.writ(["log", "--file", "src/auth/a.ts"]))).toContain("INT-001");
  });

  it("says which lines it refused and why, and that something was refused", async () => {
    const bed = await guarded();
    const bad = { version: "0.1.0", timestamp: "2026-01-01T00:00:00Z", files: [{ path: "../x", conversations: [] }] };
    await bed.put("in.jsonl", `hello\n${JSON.stringify(bad)}\n`);
    const { code, out, err } = await bed.writ(["import", "in.jsonl"]);
    expect({ code, out }).toEqual({ code: 1, out: "Imported 0 records, 2 refused.\n" });
    expect(err).toBe('in.jsonl:1: not a record\nin.jsonl:2: the path "../x" leads out of its folder with ..\n');
    const said = await bed.writ(["import", "in.jsonl", "--json"]);
    expect(JSON.parse(said.out)).toMatchObject({ imported: 0, refused: 2, refusals: [{ line: 1 }, { line: 2 }] });
  });

  it("reads comments between records, and loses nothing behind one unsaid", async () => {
    const here = await guarded();
    await write(here, "src/auth/a.ts", "a\nb\n");
    const text = await ok(here.writ(["export"]));
    const there = await guarded();
    const { code, out, err } = await there.writ(["import", "-"], {
      stdin: `// exported\n# by hand\n/* so */ {}\n${text}`,
    });
    expect({ code, out }).toEqual({ code: 1, out: "Imported 1 record, 1 refused.\n" });
    expect(err).toContain(":3: a comment, with whatever is behind it on its line");
  });

  it("tells of a thousand refusals in a few lines", async () => {
    const bed = await guarded();
    const { err } = await bed.writ(["import", "-"], { stdin: "x\n".repeat(5000) });
    expect(err.trim().split("\n")).toHaveLength(21);
    expect(err).toContain("… and 4980 more");
  });

  it("changes nothing in a dry run", async () => {
    const bed = await guarded();
    const flat = { id: "1", timestamp: "2026-01-01T00:00:00Z", intent_id: "INT-001", file: "src/a.ts" };
    const before = await bed.snapshot(join(bed.root, ".orchestration"));
    const args = ["import", "-", "--format", "s0", "--dry-run"];
    expect(await ok(bed.writ(args, { stdin: JSON.stringify(flat) }))).toContain("Would import 1 record.");
    const after = await bed.snapshot(join(bed.root, ".orchestration"));
    expect(after["agent_trace.jsonl"]).toBe(before["agent_trace.jsonl"]);
  });
});

it("the page about exchange shows a record that is valid, and that can be imported as it is shown", async () => {
  const page = await readFile(join(import.meta.dirname, "../../docs/exchange.md"), "utf8");
  const [, sample = ""] = /^```json\n(.*?)^```/ms.exec(page) ?? [];
  expect(complaintsAbout(JSON.parse(sample))).toEqual([]);
  const bed = await guarded();
  expect(await ok(bed.writ(["import", "-"], { stdin: sample }))).toContain("Imported 1 record.");
});
