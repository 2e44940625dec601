import { lstatSync } from "node:fs";
import { eachPublished } from "@writ/stores";

/** Who wants to know how far it is. */
export type OnBytes = (doneBytes: number, allBytes: number) => void;

/** Sums up how far files are read one after another, each of which tells of its own bytes alone. */
export function followBytes(all: number, onProgress: OnBytes | undefined): (bytesOfFile: number) => void {
  let done = 0;
  let last = 0;
  return (bytes) => {
    done += bytes < last ? bytes : bytes - last;
    last = bytes;
    onProgress?.(done, all);
  };
}

/** Of so many files one is asked how large it is: a bar on the terminal is not worth asking each. */
const asked = 50;

/** How many bytes there are to read, about: of the published files only some are asked. */
export async function bytesOf(live: readonly string[], published?: string): Promise<number> {
  const sizeOf = (file: string): number => lstatSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let bytes = 0;
  for (const file of live) bytes += sizeOf(file);
  if (published === undefined) return bytes;
  let nth = 0;
  for await (const file of eachPublished(published)) {
    if (nth % asked === 0) bytes += asked * sizeOf(file);
    nth += 1;
  }
  return bytes;
}
