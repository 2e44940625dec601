import type { Entry, Operands, Options } from "./rule.ts";

/** What an entry may say beyond its name and what it does. */
type Rest = Partial<Omit<Entry, "name" | "does">>;

/** The words of a list: options and verbs are many, and stand better on few lines. */
export const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");

/** It only reads. Without options in `rest`, none makes it do more. */
export const reads = (name: string, rest: Rest = {}): Entry => ({
  yes: [name],
  no: [`${name} x > out.txt`],
  ...rest,
  name,
  does: "reads",
});

/** It runs the repository's own code, or a tool that the repository sets up. */
export const runs = (name: string, rest: Rest = {}): Entry => ({
  yes: [name],
  no: [`cd /elsewhere && ${name}`],
  ...rest,
  name,
  does: "runs",
});

/** It changes the files it names. */
export const changes = (
  name: string,
  operands: Operands,
  options: Options,
  rest: Pick<Entry, "yes" | "no"> & Rest,
): Entry => ({
  asks: "reads",
  ...rest,
  name,
  does: "changes",
  operands,
  options,
});

/** It destroys, publishes, reaches out, or changes what later commands run. */
export const risky = (name: string, why: string, rest: Rest = {}): Entry => ({
  yes: [`${name} x`],
  no: [`echo '${name} x'`],
  ...rest,
  name,
  does: "risky",
  why,
});

/** It may do anything. */
export const opaque = (name: string, why: string, rest: Rest = {}): Entry => ({
  yes: [`${name} x`],
  no: [`echo '${name} x'`],
  ...rest,
  name,
  does: "opaque",
  why,
});

/** Many programs or verbs of one kind: `several("docker", "ps images", reads)`. */
export function several(program: string, names: string, make: (name: string) => Entry): Entry[] {
  return words(names).map((name) => make(program === "" ? name : `${program} ${name}`));
}
