import { changes, type Finding, fold, opaque, placed, type Scene, safe } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";
import { judgeText, takeLeading, type Wrapping } from "./wrapping.ts";

/** Runs a command while nobody else holds a file, which it makes. */
export const flock: Entry = {
  name: "flock",
  does: "changes",
  judge: judgeFlock,
  yes: [
    ["flock /tmp/l ls", ["modify /tmp/l"]],
    ["flock -n l -c ls", ["modify l"]],
  ],
  no: ["flock /tmp/l rm -rf x", "flock l -c 'rm -rf x'", "flock $x ls", "flock 9"],
};

/** `flock file command`, `flock file -c text`. */
function judgeFlock(args: readonly Arg[], scene: Scene, program: string): Finding {
  const spec: Wrapping = {
    flags: "sxnueoFv",
    valued: "wE",
    long: ["shared", "exclusive", "nonblock", "nb", "unlock", "close", "no-fork", "verbose"],
    longValued: ["timeout", "wait", "conflict-exit-code"],
  };
  const { rest, stray } = takeLeading(args, spec);
  const [file, ...command] = rest;
  if (stray !== undefined || file?.literal == null)
    return fold([opaque("what flock runs is not known", program), guess(command, scene)]);
  if (command.length === 0) return opaque("what flock holds on to is not known", program);
  const path = placed(file.literal, scene);
  const makes =
    path === null
      ? opaque("flock makes a file that cannot be named", program)
      : changes([{ op: "modify", path, certainty: "inferred" }]);
  const isText = /^(-c|--command)$/.test(command[0]?.literal ?? "");
  return fold([makes, isText ? judgeText(command.slice(1), scene, program) : scene.command(command)]);
}

const guess = (words: readonly Arg[], scene: Scene): Finding => (words.length === 0 ? safe : scene.command(words));
