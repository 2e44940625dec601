import { hash } from "node:crypto";
import type { MadeLedger } from "./generate.ts";

const agents = ["claude-code", "codex", "copilot", "gemini", "opencode"];
const models = ["model-a-4", "model-a-5", "model-b-2", "model-c-1.5", "model-d", "model-e-mini"];
const classes = ["AST_REFACTOR", "INTENT_EVOLUTION", "INTENT_EVOLUTION", "UNKNOWN"];
const startMs = 1_700_000_000_000;
const stepMs = 60_000;
const changesPerSession = 40;

/** A number from 0 to 1 that belongs to `at` and `salt`: always the same, and unlike its neighbours. */
function chance(at: number, salt: number): number {
  let mixed = (at * 2_654_435_761 + salt * 40_503) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x45_d9_f3_b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c_1b_3c_6d);
  return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}

const sessionAt = (at: number): number => Math.floor(at / changesPerSession);

/** The number of the intent of the nth change: a session works on one. */
export const intentAt = (at: number, { intents }: MadeLedger): number => (sessionAt(at) * 7) % intents;

/** Some files are changed much more often than others. */
const fileAt = (at: number, { files }: MadeLedger): number => Math.floor(files * chance(at, 1) ** 2);

/** The file of the nth change. */
export function pathOf(at: number, plan: MadeLedger): string {
  const file = fileAt(at, plan);
  return `packages/part-${file % 12}/src/area-${file % 40}/component-${file}.ts`;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** Braces, returns and the like: a third of all lines is one of these. */
const commonLines = 2_000;

/** A line as a trace keeps it: its fingerprint, and size and sum. */
function lineAt(at: number, nth: number): [print: string, sum: string] {
  const isCommon = chance(at, 100 + nth) < 0.35;
  const seed = isCommon ? Math.floor(commonLines * chance(at, 300 + nth) ** 3) : at * 64 + nth + commonLines;
  let print = "";
  for (let bits = 0; bits < 8; bits += 4) {
    const four = Math.floor(chance(seed, 500 + bits) * 2 ** 24);
    for (let shift = 0; shift < 24; shift += 6) print += alphabet.charAt((four >> shift) & 63);
  }
  const size = Math.floor(2 + 70 * chance(seed, 600) ** 1.5);
  const sum = Math.floor(chance(seed, 700) * (2 ** 31 - 1));
  return [print, `${size.toString(36)}.${sum.toString(36)}`];
}

const versionOf = (file: number, version: number): string => hash("sha256", `${file} ${version}`, "hex");

/** The nth change without its chain: about 1.5 KB, one or two hunks in one file. */
export function traceAt(at: number, plan: MadeLedger, versions: Map<number, number>): { body: string; time: string } {
  const id = uuidOf(at, 0);
  const time = new Date(startMs + at * stepMs).toISOString();
  const session = sessionAt(at);
  const path = pathOf(at, plan);
  const intent = `INT-${String(intentAt(at, plan)).padStart(3, "0")}`;
  const file = fileAt(at, plan);
  const version = versions.get(file) ?? 0;
  versions.set(file, version + 1);
  const [before, after] = [versionOf(file, version), versionOf(file, version + 1)];
  const count = 1 + Math.floor(24 * chance(at, 2) ** 1.5);
  const start = 1 + Math.floor(900 * chance(at, 3));
  const removed = Math.floor(6 * chance(at, 4));
  const lines = Array.from({ length: count }, (_, nth) => lineAt(at, nth));
  const kept = [
    [1, start - 1, 1],
    [start + count, 1_000 - start, start + removed],
  ].filter(([, run = 0]) => run > 0);
  const name = JSON.stringify(path);
  const body =
    `{"id":"${id}","timestamp":"${time}","vcs":{"revision_id":"${versionOf(-1, session).slice(0, 40)}"},` +
    `"files":[{"relative_path":${name},"conversations":[{"url":"${sessionOf(session)}",` +
    `"contributor":{"entity_type":"AI","model_identifier":"${models[session % models.length]}"},` +
    `"ranges":[{"start_line":${start},"end_line":${start + count - 1},"content_hash":"sha256:${after}"}],` +
    `"related":[{"type":"specification","value":"${intent}"}]}]}],` +
    `"metadata":{"agent":"${agents[session % agents.length]}","session":"${sessionOf(session)}","tool":"Edit",` +
    `"tool_name":"edit","invocation_id":"${uuidOf(at, 1)}","call_id":"toolu_${uuidOf(at, 2).slice(-12)}",` +
    `"intent":"${intent}","mutation_class":"${classes[Math.floor(4 * chance(at, 5))]}",` +
    `"files":{${name}:{"op":"modify","before":"sha256:${before}","after":"sha256:${after}","removed":${removed},` +
    `"blob_before":"${before.slice(24)}","blob":"${after.slice(24)}",` +
    `"change":${JSON.stringify({ length: 1_000 - removed + count, kept })},` +
    `"sums":${JSON.stringify(lines.map(([, sum]) => sum))}}},` +
    `"lines":{${name}:${JSON.stringify(lines.map(([print]) => print))}},`;
  return { body, time };
}

/** A decision made beside the nth change. */
export function decisionAt(at: number, plan: MadeLedger): string {
  const session = sessionAt(at);
  const kind = ["refused", "asked", "approved"][Math.floor(3 * chance(at, 6))];
  return (
    `{"id":"${uuidOf(at, 3)}","timestamp":"${new Date(startMs + at * stepMs - 1).toISOString()}","decision":"${kind}",` +
    `"agent":"${agents[session % agents.length]}","session":"${sessionOf(session)}",` +
    `"intent":"INT-${String(intentAt(at, plan)).padStart(3, "0")}","tool":"Edit","tool_name":"edit",` +
    `"code":"SCOPE_VIOLATION","paths":${JSON.stringify([pathOf(at, plan)])},` +
    `"ticket":"t-${uuidOf(at, 4).slice(-8)}","metadata":{`
  );
}

const sessionOf = (session: number): string => uuidOf(session, 9);

/** Looks like a UUID, and is told by the number. */
function uuidOf(at: number, salt: number): string {
  const digits = [0, 1, 2, 3].map((nth) =>
    Math.floor(chance(at, 900 + salt * 8 + nth) * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  );
  const text = digits.join("");
  const unique = at.toString(16).padStart(8, "0");
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-4${text.slice(13, 16)}-8${text.slice(17, 20)}-${text.slice(20, 24)}${unique}`;
}
