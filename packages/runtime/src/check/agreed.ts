import type { DecisionRecord, TraceRecord } from "@writ/contracts";
import { type CheckedFile, touched } from "@writ/engine/check";
import { sha256 } from "../hash.ts";
import { type Git, readObjects } from "./git.ts";

/** Of the files a person agreed to: what the head holds, and whether a person wrote some of it since the base. */
export async function withAgreed(
  git: Git,
  files: readonly CheckedFile[],
  traces: readonly TraceRecord[],
  decisions: readonly DecisionRecord[],
): Promise<CheckedFile[]> {
  const asked = traces.filter(({ metadata }) => metadata.ticket !== undefined);
  const names = new Set([
    ...asked.flatMap(({ metadata }) => Object.keys(metadata.files)),
    ...decisions.flatMap(({ contents = {} }) => Object.keys(contents)),
  ]);
  // It may have another name since.
  const holders = new Set(asked.flatMap(touched(files)));
  const isAgreed = (file: CheckedFile) => names.has(file.path) || holders.has(file);
  const objects = await readObjects(
    git,
    files.filter(isAgreed).flatMap(({ blob, blobBefore }) => [blob, blobBefore].filter((id) => id !== null)),
  );
  return files.map((file) => {
    // A link to somewhere holds what a file may hold, and is none.
    const now = isAgreed(file) && file.isFile ? objects.get(file.blob ?? "") : undefined;
    if (now === undefined) return file;
    const before = objects.get(file.blobBefore ?? "")?.toString() ?? "";
    return { ...file, hash: sha256(now), isPersons: hasPersonsLines(file, before, now.toString()) };
  });
}

/** A line that was there before in another layout is none that a person added. */
function hasPersonsLines({ spans }: CheckedFile, before: string, now: string): boolean {
  const lines = now.split("\n");
  const known = bare(before);
  return spans
    .filter(({ author }) => author === "human")
    .some(({ span: [start, end] }) => lines.slice(start - 1, end).some((line) => !known.includes(bare(line))));
}

/** Without what a formatter adds, drops or moves. */
const bare = (text: string): string => text.replace(/[\s,;"'()]+/g, "");
