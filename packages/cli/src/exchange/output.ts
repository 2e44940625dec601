import { open, realpath, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { fail } from "@writ/contracts";
import { isProtected } from "@writ/runtime";
import type { Context } from "../io.ts";
import { fromRoot, isInside } from "../paths.ts";
import { cannotWrite, findOutputPlace } from "./output-place.ts";

/** Where lines go, one after the other. */
export interface Output {
  write(line: string): Promise<void>;
  /** To be called after the last line. */
  end(): Promise<void>;
  /** To be called instead when something went wrong: what was there before stays. */
  abandon(): Promise<void>;
}

const mostBytes = 256 * 1024;

/** What a file holds that may be replaced by a newer one of its kind. */
export interface Kind {
  /** What it is called. */
  name: string;
  /** How each of ours begins. */
  beginning: RegExp;
}

/** An export, in one line or spread over several. */
const exported: Kind = { name: "export", beginning: /^\{\s*"version":\s*"\d/ };

interface Where {
  output: string | undefined;
  root: string;
  /** Without one any file may be replaced. */
  kind?: Kind | null;
}

type Surroundings = Pick<Context, "cwd" | "id" | "print" | "drained">;

/** Writes what is there as a whole. */
export async function writeTo(context: Surroundings, where: Where, content: string): Promise<void> {
  const out = await openOutput(where, context);
  try {
    await out.write(content);
    await out.end();
  } catch (cause) {
    await out.abandon();
    throw cause;
  }
}

/** Lines on stdout, or in a file that is there only once it is whole; a link is replaced, not followed to another file. */
export async function openOutput(
  { output, root, kind = exported }: Where,
  { cwd, id, print, drained }: Surroundings,
): Promise<Output> {
  if (output === undefined) {
    return inBlocks(async (block) => {
      print(block.slice(0, -1));
      await drained();
    });
  }
  const { file, folder, there } = await findOutputPlace(output, cwd);
  if (isInside(folder, join(root, ".orchestration")))
    throw fail("USAGE", { message: `${output} lies among Writ's own files.`, fix: "Name a file somewhere else." });
  // A pipe or a device is written to; a file is put in the place of an old one.
  const isPlain = there === null || there.isFile();
  if (isPlain && isProtected(fromRoot(await realpath(root), folder, basename(file))))
    throw fail("USAGE", { message: `${output} is part of the guard.`, fix: "Name a file somewhere else." });
  if (kind !== null && there?.isFile() && there.size > 0 && !(await isOlder(file, kind)))
    throw fail("USAGE", {
      message: `${output} is there, and is no ${kind.name}.`,
      fix: "Name a file that is not there yet, or delete that one first.",
    });
  const part = isPlain ? join(folder, `.writ-export-${id()}.part`) : file;
  const failed = (error: unknown): never => {
    throw cannotWrite(output, error);
  };
  const handle = await open(part, isPlain ? "wx" : "w").catch(failed);
  const blocks = inBlocks(async (block) => void (await handle.writeFile(block).catch(failed)));
  const abandon = async (): Promise<void> => {
    await handle.close().catch(() => {});
    if (isPlain) await rm(part, { force: true });
  };
  return {
    write: blocks.write,
    async end() {
      await blocks.end();
      await handle.close();
      if (isPlain) await rename(part, file);
    },
    abandon,
  };
}

/** Enough to see what a file is. */
const enough = 1024;

/** Whether a file is one that may be replaced by a newer one. */
async function isOlder(file: string, { beginning }: Kind): Promise<boolean> {
  const handle = await open(file).catch(() => null);
  if (handle === null) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(enough), 0, enough, 0);
    return beginning.test(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** A write a line would cost more than the lines. */
function inBlocks(put: (block: string) => Promise<void>): Output {
  let lines: string[] = [];
  let length = 0;
  const flush = async (): Promise<void> => {
    if (length === 0) return;
    const block = lines.join("");
    lines = [];
    length = 0;
    await put(block);
  };
  return {
    async write(line) {
      lines.push(line, "\n");
      length += line.length + 1;
      if (length >= mostBytes) await flush();
    },
    end: flush,
    abandon: async () => {},
  };
}
