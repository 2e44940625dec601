import type { Effect, EffectOp } from "@writ/contracts";
import { patterned, placed, type Scene } from "../finding.ts";
import { type Arg, namesIn } from "../syntax/arg.ts";
import { landings } from "./landings.ts";
import type { Operands } from "./rule.ts";

/** A file a command names, or a folder in which a pattern of it matches. */
interface Place {
  readonly path: string;
  readonly within?: true;
  readonly names?: string;
  /** What the names of all it matches look like, without their folders. */
  readonly ends?: string | undefined;
}

/** What happens to the files a program is given; `null` when they cannot be named, or are not there. */
export function effectsOn(operands: Operands, args: readonly Arg[], scene: Scene): Effect[] | null {
  if (operands === "read") return [];
  if (operands === "none") return args.length === 0 ? [] : null;
  const places = placesOf(args, scene);
  return places === null ? null : toEffects[operands](places);
}

const toEffects: Readonly<Record<Exclude<Operands, "read" | "none">, (places: readonly Place[]) => Effect[] | null>> = {
  created: each("create"),
  modified: each("modify"),
  deleted: each("delete"),
  copied(places) {
    if (places.some(({ within }) => within)) return arrivals(places);
    // Without -r it copies files, and no file can be called `x/`.
    const ends = landings(pathsIn(places), "folder");
    return ends?.map(({ from: _, ...end }) => ({ op: "modify", ...end, certainty: "inferred" })) ?? null;
  },
  moved(places) {
    if (places.some(({ within }) => within)) {
      const gone = each("delete")(places.slice(0, -1));
      const there = arrivals(places);
      return there === null ? null : [...gone, ...there];
    }
    return landings(pathsIn(places), "either")?.map((end) => ({ op: "rename", ...end, certainty: "inferred" })) ?? null;
  },
};

const pathsIn = (places: readonly Place[]): string[] => places.map(({ path }) => path);

function each(op: EffectOp): (places: readonly Place[]) => Effect[] {
  return (places) => places.map(({ ends: _, ...place }) => ({ op, ...place, certainty: "inferred" }));
}

/** Where what a pattern matches ends up: the last word, or any name beneath it. */
function arrivals(places: readonly Place[]): Effect[] | null {
  const to = places.at(-1);
  if (to === undefined || to.within || places.length < 2) return null;
  const effect: Effect = { op: "modify", path: to.path, certainty: "inferred" };
  const names = places.length === 2 ? places[0]?.ends : undefined;
  return [effect, { ...effect, within: true, ...(names !== undefined && { names }) }];
}

/** Every word as a place seen from where the command line starts; `null` when one is not known, or there is none. */
function placesOf(args: readonly Arg[], scene: Scene): Place[] | null {
  const places: Place[] = [];
  for (const arg of args) {
    const { literal, within } = arg;
    const text = literal ?? (within === "" ? "." : within);
    const path = text === undefined || text === "" ? null : placed(text, scene);
    if (path === null) return null;
    places.push(literal === null ? { path, ...patterned(arg), ends: namesIn(arg).at(-1) } : { path });
  }
  return places.length === 0 ? null : places;
}
