import { Cancelled } from "./io.ts";

/** How long nothing may come in before a question is put; after another one a person may still be ending that one's line. */
const quietMs = { first: 60, next: 250 };
/** A key that is held down must not keep the question away. */
const longestMs = 3_000;
const ctrlC = 3;

type Terminal = NodeJS.ReadableStream & { setRawMode(isRaw: boolean): unknown };

const isTerminal = (input: NodeJS.ReadableStream): input is Terminal =>
  "isTTY" in input && input.isTTY === true && "setRawMode" in input;

/**
 * Throws away what was typed before a question could be seen: it was no answer to it. A Ctrl-C among it is meant.
 * Nothing is thrown away of what a program sends.
 */
export async function dropTypedAhead(input: NodeJS.ReadableStream, isFirst: boolean): Promise<void> {
  if (!isTerminal(input)) return;
  // Until then a terminal keeps an unfinished line to itself, and would hand it to the question.
  input.setRawMode(true);
  let isLeft = false;
  await new Promise<void>((done) => {
    const end = (): void => {
      clearTimeout(quiet);
      clearTimeout(limit);
      input.off("data", drop);
      done();
    };
    const drop = (chunk: Buffer | string): void => {
      isLeft ||= Buffer.from(chunk).includes(ctrlC);
      quiet.refresh();
    };
    const quiet = setTimeout(end, isFirst ? quietMs.first : quietMs.next);
    const limit = setTimeout(end, longestMs);
    input.on("data", drop);
    input.resume();
  });
  input.pause();
  input.setRawMode(false);
  if (isLeft) throw new Cancelled();
}
