import { rmSync } from "node:fs";
import type { LineShape, LinesStore, Piece } from "@writ/contracts";
import { isRecord, makeFolder, valueIn, writeJson } from "../state/json-file.ts";
import { fileNameOf } from "../state/names.ts";
import { statePath } from "../state/sidecar.ts";
import { newest } from "./newest.ts";

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

interface PieceOnDisk {
  op: "cut" | "paste";
  session: string;
  at: string;
  path: string;
  version: string;
  runs: { stood: number; lines: string }[];
}

const isPieces = (value: unknown): value is PieceOnDisk[] =>
  Array.isArray(value) &&
  value.every(
    (piece) =>
      isRecord(piece) &&
      (piece.op === "cut" || piece.op === "paste") &&
      [piece.session, piece.at, piece.path, piece.version].every((text) => typeof text === "string") &&
      Array.isArray(piece.runs) &&
      piece.runs.every((run) => isRecord(run) && typeof run.stood === "number" && typeof run.lines === "string"),
  );

/** The lines of files as Writ last knew them, kept in `.orchestration/.state/lines/`: fingerprints, no text. */
export function openFileLines(state: string): LinesStore {
  const piecesFile = () => statePath(state, "lines", "pieces.json");
  const fileOf = (path: string) => statePath(state, "lines", fileNameOf(path));
  const readPieces = (): Piece[] =>
    (valueIn(piecesFile(), isPieces) ?? []).map(({ runs, ...piece }) => ({
      ...piece,
      runs: runs.map(({ stood, lines }) => ({ stood, shapes: parse(lines) })),
    }));
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
    readPieces,
    async addPieces(added, used) {
      if (added.length === 0 && used.length === 0) return;
      makeFolder(statePath(state, "lines"));
      const kept = newest(added, readPieces(), used).map(({ runs, ...piece }) => ({
        ...piece,
        runs: runs.map(({ stood, shapes }) => ({ stood, lines: render(shapes) })),
      }));
      await writeJson(piecesFile(), kept satisfies PieceOnDisk[]);
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
