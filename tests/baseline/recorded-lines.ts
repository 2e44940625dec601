import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** One recorded case. The rest of its keys are the behaviour. */
export interface Recorded {
  readonly id: string;
}

/** Under `npm run baseline` the files are written, and nothing is compared. */
export const isRecording = process.env.WRIT_BASELINE === "record";

/** A difference of a thousand cases is read from the first ones. */
const mostShown = 20;

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Compares cases with a committed file, one JSON object a line, or writes the file. */
export function compareWithBaseline(file: URL, cases: readonly Recorded[]): void {
  const path = fileURLToPath(file);
  const twice = cases.map(({ id }) => id).filter((id, index, ids) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`These ids are used twice: ${twice.join(", ")}`);
  if (isRecording) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, cases.map((one) => `${JSON.stringify(one)}\n`).join(""));
    return;
  }
  const differences = differencesBetween(readBaseline(file), linesOf(cases));
  if (differences.length > 0) throw new Error(inWords(relative(root, path), differences));
}

/** The lines of a committed file by the id of their case; none where the file does not exist. */
function readBaseline(file: URL): Map<string, string> {
  const path = fileURLToPath(file);
  if (!existsSync(path)) return new Map();
  const lines = readFileSync(path, "utf8").split("\n");
  return new Map(lines.filter((line) => line !== "").map((line) => [JSON.parse(line).id, line]));
}

function linesOf(cases: readonly Recorded[]): Map<string, string> {
  return new Map(cases.map((one) => [one.id, JSON.stringify(one)]));
}

function differencesBetween(old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): string[] {
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  return ids
    .filter((id) => old.get(id) !== now.get(id))
    .map((id) => `${id}\n  - ${old.get(id) ?? "(not recorded)"}\n  + ${now.get(id) ?? "(no such case any more)"}`);
}

/** What a failing test prints: the cases that differ, and the command that accepts them. */
export function inWords(name: string, differences: readonly string[], tests = ""): string {
  const left = differences.length - mostShown;
  return [
    `${differences.length} of the cases differ from ${name}:`,
    ...differences.slice(0, mostShown),
    ...(left > 0 ? [`and ${left} more.`] : []),
    `If the change is intended, run \`npm run baseline${tests === "" ? "" : ` -- ${tests}`}\` and commit the difference on its own, with the reason.`,
  ].join("\n");
}
