import type { Effect } from "@writ/contracts";
import { changes, type Finding, opaque, placed, risky, type Scene } from "../finding.ts";
import { parseOptions } from "../judging/options.ts";
import { type Arg, literals } from "../syntax/arg.ts";

/** From one folder of this machine to another: everything beneath the last may change. */
export function judgeRsync(args: readonly Arg[], scene: Scene, program: string): Finding {
  const parsed = parseOptions(args, {
    flags: "avrzhPntuclpogDi",
    long: [
      ...["archive", "verbose", "recursive", "dry-run", "progress", "checksum", "update", "stats", "human-readable"],
      "links",
    ],
    longValued: ["exclude", "include"],
  });
  const texts = parsed === null ? null : literals(parsed.operands);
  const to = texts?.at(-1);
  if (to === undefined || texts === null || texts.length < 2)
    return risky("rsync can delete files, run a program or reach another machine", program);
  if (texts.some((text) => text.includes(":"))) return risky("rsync reaches another machine", program);
  const path = placed(trimmed(to), scene);
  if (path === null) return opaque("rsync changes a folder that is not known", program);
  const bringsLinks = parsed?.options.some(({ name }) => /^([al]|archive|links)$/.test(name)) === true;
  const arrivals = bringsLinks ? texts.slice(0, -1).flatMap((source) => arrivalsOf(source, path, scene)) : [];
  const whole: Effect = { op: "modify", path, certainty: "inferred" };
  const [name] = texts.length === 2 ? (texts[0]?.split("/").slice(-1) ?? []) : [];
  const names = name !== undefined && /^\w[\w.-]*$/.test(name) ? { names: name } : {};
  return changes([...(arrivals.length === 0 ? [whole] : arrivals), { ...whole, within: true, ...names }]);
}

/** Where a source ends up as it is, link or folder: in its new place, or inside of it when that is a folder. */
function arrivalsOf(source: string, path: string, scene: Scene): Effect[] {
  const carries = placed(trimmed(source), scene);
  const name = source.split("/").at(-1) ?? "";
  const effect: Effect = { op: "modify", path, certainty: "inferred", ...(carries !== null && { carries }) };
  // With a slash at its end, what is in the folder goes straight into the other.
  return /^\.{0,2}$/.test(name) ? [effect] : [effect, { ...effect, path: `${path}/${name}`, ifFolder: true }];
}

const trimmed = (path: string): string => path.replace(/(.)\/+$/, "$1");
