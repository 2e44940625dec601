import { readFileSync } from "node:fs";
import type { Surroundings } from "./base-from.ts";

/** Where a check is asked for. */
export interface Around {
  /** The environment, by which a build server tells what a change goes into. */
  env?: Readonly<Record<string, string | undefined>>;
}

export const surroundingsOf = ({ env = {} }: Around): Surroundings => ({ env, readFile: textAt });

function textAt(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}
