import { isProtected } from "../paths/protected.ts";
import type { Arg } from "./syntax/arg.ts";

/** Whether a word of a command, or a text in one, names what nobody but a person may change. */
export function protectedIn(words: readonly Arg[]): boolean {
  return words.some(({ literal, head }) =>
    (literal ?? head).split(/[\s"'`()[\]{}=,;:<>|&@+$]+/).some((part) => {
      const path = part.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
      return path !== "" && path !== "." && isProtected(path);
    }),
  );
}
