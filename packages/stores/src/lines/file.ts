import { rmSync } from "node:fs";
import type { LineShape, LinesStore } from "@writ/contracts";
import { isRecord, makeFolder, valueIn, writeJson } from "../state/json-file.ts";
import { fileNameOf } from "../state/names.ts";
import { statePath } from "../state/sidecar.ts";

interface OnDisk {
  v: 1;
  path: string;
  version: string;
  /** A line each: fingerprint, size and sum. */
  lines: string;
}

const isOnDisk = (value: unknown): value is OnDisk =>
  isRecord(value) &&
  value.v === 1 &&
  [value.path, value.version, value.lines].every((text) => typeof text === "string");

interface CutOnDisk {
  path: string;
  version: string;
  runs: { stood: number; lines: string }[];
}

/** Lines are put elsewhere soon after they were cut. */
const mostCuts = 30;

const isCuts = (value: unknown): value is CutOnDisk[] =>
  Array.isArray(value) &&
  value.every(
    (cut) =>
      isRecord(cut) &&
      typeof cut.path === "string" &&
      typeof cut.version === "string" &&
      Array.isArray(cut.runs) &&
      cut.runs.every((run) => isRecord(run) && typeof run.stood === "number" && typeof run.lines === "string"),
  );

/** The lines of files as Writ last knew them, kept in `.orchestration/.state/lines/`: fingerprints, no text. */
export function openFileLines(state: string): LinesStore {
  const cutsFile = () => statePath(state, "lines", "cuts.json");
  const fileOf = (path: string) => statePath(state, "lines", fileNameOf(path));
  return {
    read(path) {
      const found = valueIn(fileOf(path), isOnDisk);
      return found === null || found.path !== path ? null : { version: found.version, shapes: parse(found.lines) };
    },
    async write(path, known) {
      if (known === null) return rmSync(fileOf(path), { force: true });
      makeFolder(statePath(state, "lines"));
      await writeJson(fileOf(path), {
        v: 1,
        path,
        version: known.version,
        lines: render(known.shapes),
      } satisfies OnDisk);
    },
    readCuts: () =>
      (valueIn(cutsFile(), isCuts) ?? []).map(({ runs, ...cut }) => ({
        ...cut,
        runs: runs.map(({ stood, lines }) => ({ stood, shapes: parse(lines) })),
      })),
    async addCuts(cuts) {
      if (cuts.length === 0) return;
      makeFolder(statePath(state, "lines"));
      const added = cuts.map(({ runs, ...cut }) => ({
        ...cut,
        runs: runs.map(({ stood, shapes }) => ({ stood, lines: render(shapes) })),
      }));
      await writeJson(cutsFile(), [...added, ...(valueIn(cutsFile(), isCuts) ?? [])].slice(0, mostCuts));
    },
  };
}

function render(shapes: readonly LineShape[]): string {
  return shapes.map(({ print, size, sum }) => `${print} ${size.toString(36)} ${sum.toString(36)}`).join("\n");
}

function parse(text: string): LineShape[] {
  if (text === "") return [];
  return text.split("\n").map((line) => {
    const [print = "", size = "0", sum = "0"] = line.split(" ");
    return { print, size: Number.parseInt(size, 36), sum: Number.parseInt(sum, 36) };
  });
}
