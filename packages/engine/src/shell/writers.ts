import type { Effect, EffectOp } from "@writ/contracts";
import { type Arg, literals } from "./arg.ts";
import { changes, type Finding, opaque, placed, risky, type Scene } from "./finding.ts";
import { type OptionSpec, parseOptions } from "./options.ts";
import type { Judge } from "./rule.ts";

/** Programs that change the files they name, and nothing else. */
export const writers: Readonly<Record<string, Judge>> = {
  mkdir: each("create", { flags: "pv", valued: "m", long: ["parents", "verbose"], longValued: ["mode"] }),
  touch: each("modify", { flags: "acm", long: ["no-create"] }),
  tee: each("modify", { flags: "ai", long: ["append"] }),
  rm: remove,
  cp: copy,
  mv: move,
};

function each(op: EffectOp, spec: OptionSpec): Judge {
  return (args, scene, program) => {
    const paths = operandsOf(args, spec, scene);
    if (paths === null) return opaque(`${program} changes files that cannot be named`, program);
    return changes(paths.map((path) => ({ op, path, certainty: "inferred" })));
  };
}

function remove(args: readonly Arg[], scene: Scene, program: string): Finding {
  const recursive = /^(-[^-]*[rRd]|--r|--d)/;
  const deep = args.some(({ literal, head }) => recursive.test(literal ?? head));
  const spec = { flags: "rRdfiv", long: ["recursive", "dir", "force", "verbose"] };
  const paths = operandsOf(args, spec, scene);
  const effects: Effect[] = (paths ?? []).map((path) => ({ op: "delete", path, certainty: "inferred" }));
  if (deep) return risky("rm deletes a whole folder", program, effects);
  return paths === null ? risky("rm deletes files that cannot be named", program) : changes(effects);
}

function copy(args: readonly Arg[], scene: Scene, program: string): Finding {
  const paths = operandsOf(args, { flags: "fnpuv", long: ["force", "verbose"] }, scene);
  // Without -r it copies files, and no file can be called `x/`.
  const ends = landings(paths, "folder");
  if (ends === null) return opaque("cp changes files that cannot be named", program);
  return changes(ends.map(({ from: _, ...end }) => ({ op: "modify", ...end, certainty: "inferred" })));
}

function move(args: readonly Arg[], scene: Scene, program: string): Finding {
  const paths = operandsOf(args, { flags: "fnuv", long: ["force", "verbose"] }, scene);
  const ends = landings(paths, "either");
  if (ends === null) return opaque("mv changes files that cannot be named", program);
  return changes(ends.map((end) => ({ op: "rename", ...end, certainty: "inferred" })));
}

/** Where something copied or moved may end up. */
interface Landing {
  readonly from: string;
  readonly path: string;
  readonly ifFolder?: true;
}

/**
 * Where each source ends up: in the last operand, or inside of it when that is a folder, which only the disk can tell.
 * `slash` says what a target with a slash at its end is.
 */
export function landings(paths: readonly string[] | null, slash: "folder" | "either"): Landing[] | null {
  const to = paths?.at(-1);
  if (paths === null || to === undefined || paths.length < 2) return null;
  const isFolder = paths.length > 2 || (slash === "folder" && to.endsWith("/")) || /(^|\/)\.{1,2}\/*$/.test(to);
  const ends: Landing[] = [];
  for (const from of paths.slice(0, -1)) {
    const name = from.replace(/\/+$/, "").split("/").at(-1) ?? "";
    if (/^\.{0,2}$/.test(name)) return null;
    const inside = `${to.replace(/\/+$/, "")}/${name}`;
    if (isFolder) ends.push({ from, path: inside });
    else ends.push({ from, path: to }, { from, path: inside, ifFolder: true });
  }
  return ends;
}

/** The paths a program is given, all of them, or `null`. */
function operandsOf(args: readonly Arg[], spec: OptionSpec, scene: Scene): string[] | null {
  const parsed = parseOptions(args, spec);
  const texts = parsed === null ? null : literals(parsed.operands);
  if (texts === null || texts.length === 0) return null;
  const paths: string[] = [];
  for (const text of texts) {
    const path = text === "" ? null : placed(text, scene);
    if (path === null) return null;
    paths.push(path);
  }
  return paths;
}
