import type { Io } from "../io.ts";
import { visibleLines } from "../text/visible.ts";

/** Tells the story, at a pace people can read. */
export interface Narrator {
  /** A new scene. */
  scene(title: string): Promise<void>;
  /** What happens, in words. */
  say(text: string): void;
  /** What an agent does. */
  agent(name: string, does: string): void;
  /** What Writ answers: good news or a refusal. */
  answer(good: boolean, text: string): void;
  /** Lines of a file or of an answer, as they are. */
  quote(text: string, most?: number): void;
}

const readingTime = 900;

/** Waits between scenes only where a person is looking. */
export function narrator({ print, paint, wait }: Pick<Io, "print" | "paint" | "wait">, slowly: boolean): Narrator {
  let scenes = 0;
  return {
    async scene(title) {
      if (slowly && scenes > 0) await wait(readingTime);
      scenes += 1;
      print();
      print(paint.bold(`${scenes}. ${title}`));
    },
    say: (text) => print(`   ${text}`),
    agent: (name, does) => print(`   ${paint.cyan(name.padEnd(9))} ${does}`),
    answer(good, text) {
      const mark = good ? paint.green("writ ok   ") : paint.red("writ STOP ");
      print(`   ${mark}${visibleLines(text).join(" ")}`);
    },
    quote(text, most = Number.POSITIVE_INFINITY) {
      const lines = visibleLines(text.trimEnd());
      for (const line of lines.slice(0, most)) print(paint.dim(`   | ${line}`));
      if (lines.length > most) print(paint.dim(`   | … ${lines.length - most} more lines`));
    },
  };
}
