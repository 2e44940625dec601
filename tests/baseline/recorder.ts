import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite } from "vitest";
import { jsonIn, neutralizer, type Place, prose, textNamer } from "./neutral-values.ts";
import { inWords, isRecording } from "./recorded-lines.ts";
import { unsteady } from "./unsteady-tests.ts";

/** How a command or a hook ended. */
interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Where it ran: what differs from run to run about it is named in the record. */
interface Ground {
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
}

interface Call {
  readonly began: number;
  ended: number;
  line: Line | null;
}

interface Line {
  readonly test: string;
  readonly run: string;
  readonly exit: number | null;
  readonly reply?: unknown;
  readonly out?: string;
  readonly err?: string;
}

const tests = fileURLToPath(new URL("..", import.meta.url));
const checkout = dirname(tests.replace(/\/$/, ""));

/** A longer reply is kept as its keys and a digest: the tests themselves look at what it says. */
const longest = 1200;
const longestPart = 300;

/** What these answer is about the machine they run on. */
const aboutMachine: readonly string[] = ["doctor", "demo", "--version"];

/** Other machines have other terminals, paths and shims. */
const isComparable = process.platform === "linux" && process.env.WRIT_TEST_HOOKS === undefined;

const longestWord = 100;

const calls = new Map<string, { readonly test: string; readonly list: Call[] }>();
/** How many tests of a name have begun: `it.each` may give several the same. */
const begun = new Map<string, number>();
let clock = 0;

/**
 * Adds a command or a hook to what the running test is recorded to do, and gives its promise back. At the end of the
 * test the record is compared with the one in `scenarios/`, or takes its place under `npm run baseline`.
 */
export function noted<T extends Ended>(words: readonly string[], ground: Ground, ending: Promise<T>): Promise<T> {
  const { currentTestName, testPath } = expect.getState();
  if (!isComparable || currentTestName === undefined || testPath === undefined) return ending;
  const call: Call = { began: clock++, ended: Number.POSITIVE_INFINITY, line: null };
  const { test, list } = recordOf(currentTestName, testPath);
  list.push(call);
  const places = placesOf(ground);
  const keep = (ended: Ended) => {
    call.ended = clock++;
    call.line = lineOf(test, words, ended, places);
  };
  // Whoever waits for the call also sees it fail; a record is kept of what ended.
  ending.then(keep, () => undefined);
  return ending;
}

/** The agent, event and tool of a hook, as a record names them. */
export function hookWords(agent: string, event: string, payload: string | Uint8Array): string[] {
  const text = typeof payload === "string" ? payload : Buffer.from(payload).toString("utf8");
  const tool = /"(?:tool_name|toolName|tool)"\s*:\s*"([^"]*)"/.exec(text.slice(0, 4096))?.[1];
  return ["hook", agent, event, ...(tool === undefined ? [] : [tool])];
}

function recordOf(name: string, path: string): { readonly test: string; readonly list: Call[] } {
  // Files that share a process may have tests of the same name.
  const key = `${path} ${name}`;
  const known = calls.get(key);
  if (known !== undefined) return known;
  const count = (begun.get(key) ?? 0) + 1;
  begun.set(key, count);
  const record = { test: count === 1 ? name : `${name} (${count})`, list: [] };
  calls.set(key, record);
  onTestFinished(({ task }) => {
    calls.delete(key);
    // A test that failed has said enough.
    if (task.result?.state !== "fail") settle(record.test, path, record.list, task);
  });
  return record;
}

function settle(test: string, path: string, list: readonly Call[], task: Readonly<RunnerTestCase>): void {
  const name = relative(tests, path)
    .replace(/\.test\.ts$/, "")
    .replaceAll("\\", "/");
  if (isUnsteady(name, test)) return;
  const file = fileURLToPath(new URL(`scenarios/${name}.jsonl`, import.meta.url));
  const lines = inOrder(list);
  const old = existsSync(file) ? readLines(file) : [];
  if (isRecording) {
    const names = namesIn(task.file);
    const others = old.filter(
      (line) => line.test !== test && names.has(line.test.replace(/ \(\d+\)$/, "")) && !isUnsteady(name, line.test),
    );
    const all = [...others, ...lines].sort((one, two) => (one.test < two.test ? -1 : one.test > two.test ? 1 : 0));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, all.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return;
  }
  const before = old.filter((line) => line.test === test).map((line) => JSON.stringify(line));
  // A new test has no record until the next `npm run baseline`.
  if (before.length === 0) return;
  const now = lines.map((line) => JSON.stringify(line));
  const differences = Array.from({ length: Math.max(before.length, now.length) }, (_, index) => index)
    .filter((index) => before[index] !== now[index])
    .map((index) => `call ${index + 1}\n  - ${before[index] ?? "(none)"}\n  + ${now[index] ?? "(none)"}`);
  if (differences.length > 0) {
    const title = `${relative(checkout, file)} (${test})`;
    throw new Error(inWords(title, differences, relative(checkout, path)));
  }
}

/** Calls in the order they were made. Those that overlapped in time have no order, and are sorted. */
function inOrder(list: readonly Call[]): Line[] {
  const groups: { end: number; lines: Line[] }[] = [];
  for (const { began, ended, line } of list) {
    const last = groups.at(-1);
    const lines = line === null ? [] : [line];
    if (last === undefined || began > last.end) groups.push({ end: ended, lines });
    else {
      last.end = Math.max(last.end, ended);
      last.lines.push(...lines);
    }
  }
  const text = (line: Line) => JSON.stringify(line);
  return groups.flatMap(({ lines }) => lines.sort((one, two) => (text(one) < text(two) ? -1 : 1)));
}

function lineOf(test: string, words: readonly string[], { code, out, err }: Ended, places: readonly Place[]): Line {
  const neutral = neutralizer(places);
  const run = words.map((word) => shortWord(textNamer(places)(word))).join(" ");
  if (words.some((word) => aboutMachine.includes(word))) return { test, run, exit: code };
  const said = jsonIn(out) ?? jsonLinesIn(out);
  const reply = said === undefined ? undefined : shortened(neutral(said));
  return {
    test,
    run,
    exit: code,
    ...(reply !== undefined && { reply }),
    ...(said === undefined && out.trim() !== "" && { out: prose(out) }),
    ...(err.trim() !== "" && { err: prose(err) }),
  };
}

function shortWord(word: string): string {
  const line = word.replace(/\s+/g, " ");
  return line.length <= longestWord ? line : `${line.slice(0, longestWord)}…`;
}

/** A long reply with a digest in the place of its long parts. */
function shortened(reply: unknown, limit = longest): unknown {
  const text = JSON.stringify(reply) ?? "";
  if (text.length <= limit || typeof reply !== "object" || reply === null) return reply;
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
  if (Array.isArray(reply)) return { count: reply.length, digest };
  const parts = Object.entries(reply).map(([key, value]) => [key, shortened(value, longestPart)]);
  const short = Object.fromEntries(parts);
  return JSON.stringify(short).length <= longest ? short : { keys: Object.keys(reply), digest };
}

function jsonLinesIn(text: string): unknown[] | undefined {
  const lines = text.split("\n").filter((line) => line !== "");
  const values = lines.map(jsonIn);
  return lines.length === 0 || values.includes(undefined) ? undefined : values;
}

function placesOf({ root, env }: Ground): Place[] {
  const home = env.HOME ?? "";
  const places: Place[] = [
    [root, "/ws"],
    [basename(root), "<project>"],
    ...(home === "" ? [] : [[home, "~"] as const]),
    [checkout, "<checkout>"],
    [process.execPath, "<node>"],
    [process.version, "<version>"],
  ];
  return [...places, [new RegExp(`${tmpdir()}/[\\w.-]+`, "g"), "<folder>"]];
}

function isUnsteady(name: string, test: string): boolean {
  const listed = unsteady[name] ?? {};
  return "*" in listed || test in listed;
}

function readLines(file: string): Line[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

function namesIn(file: RunnerTestFile): Set<string> {
  const names = new Set<string>();
  const walk = (suite: RunnerTestSuite | RunnerTestFile, before: string) => {
    for (const task of suite.tasks) {
      const name = before === "" ? task.name : `${before} > ${task.name}`;
      if (task.type === "suite") walk(task, name);
      else names.add(name);
    }
  };
  walk(file, "");
  return names;
}
