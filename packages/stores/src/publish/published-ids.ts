import { readFile } from "node:fs/promises";
import { storeFailed } from "../failure.ts";
import { parseLine } from "../ledger/json-text.ts";
import { linesIn } from "../ledger/lines.ts";
import { publishedKind } from "./published-kind.ts";

/** Many files are small, and waiting for one after the other is what would take long. */
const atOnce = 32;

/** The ids of the records in published files. */
export async function publishedIds(files: readonly string[]): Promise<string[]> {
  const ids: string[][] = [];
  for (let at = 0; at < files.length; at += atOnce)
    ids.push(...(await Promise.all(files.slice(at, at + atOnce).map(idsIn))));
  return ids.flat();
}

async function idsIn(file: string): Promise<string[]> {
  const content = await readFile(file).catch((error: unknown) => {
    throw storeFailed("read", file, error);
  });
  return linesIn(content, 0).flatMap(({ bytes }) => idOf(bytes.toString("utf8")) ?? []);
}

/** Writ's own lines begin with the id, so nearly none has to be parsed. */
const ownLine = /^\{"id":"([^"\\]+)",.*\}$/;

function idOf(line: string): string | undefined {
  return ownLine.exec(line)?.[1] ?? publishedKind.parse(parseLine(line), "")?.id;
}
