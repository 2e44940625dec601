import type { Effect } from "@writ/contracts";
import type { Scene } from "../finding.ts";
import { type Arg, mayBeOption } from "../syntax/arg.ts";
import { rewrittenPlace } from "./rewritten.ts";

/** Options with which tests write anew what they compare with, in their own files or beside them. */
const updating =
  /^(--?update(-?(snapshots?|golden\w*|baselines?|expectations?|examples|data))?(=(all|changed|new|true))?|--(updateSnapshot|snapshot-update|force-regen|regen-all|bless)|--inline-snapshot=.*(create|fix|update|trim).*)$/i;
const shortly = /^-[a-z]*u[a-z]*$/;
/** Of these `-u` is the same. */
const short = /^(vitest|jest|playwright test|ava)$/;

/** The files and folders in which tests rewrite what they compare with; those of no name are where the snapshots lie. */
export function updatedBy(args: readonly Arg[], line: string, scene: Scene): Effect[] {
  const isTold = args.some(
    ({ literal }) => updating.test(literal ?? "") || (short.test(line) && shortly.test(literal ?? "")),
  );
  if (!isTold) return [];
  return args.flatMap((arg): Effect[] => {
    const place = mayBeOption(arg) || !/[/.]/.test(arg.literal ?? "/") ? null : rewrittenPlace(arg, scene);
    return place === null ? [] : [{ op: "modify", ...place, certainty: "inferred", ifThere: true, output: true }];
  });
}
