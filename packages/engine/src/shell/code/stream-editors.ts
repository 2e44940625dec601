import { opaque, runs, safe } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import { unlistedIn } from "../reading-list/reading-list.ts";
import { awkDoubt } from "./awk-doubt.ts";
import { judgeSed } from "./sed.ts";

/** Programs with a small language of their own that mostly prints, and can write and run anything. */
export const streamEditors: readonly Entry[] = [
  {
    name: "sed",
    also: ["gsed"],
    does: "runs",
    judge: judgeSed,
    yes: [
      "sed 's|a|b|g' a",
      "sed -i 's/a*/b/' x",
      "sed 's/[^/]*$//' x",
      "sed -n '/a/,/b/{p;q}' x",
      "sed '/^#/d;s/x/y/' a",
      "sed -e '1i\\\\' -e 's/a/b/' x",
      "sed '3a hello' x",
      "sed -E 's@(a|b)@[\\1]@' x",
    ],
    no: [
      "sed -n '1,20p' a",
      "sed -i s/a/b/ x",
      "sed -n -i '1w y' x",
      "sed 's/a/b/w out' a",
      "sed -f prog a",
      "sed 's/a/id/e' a",
      "sed 'e id' a",
      "sed -n 'w out' a",
      "sed '1W out' a",
      "sed -n '/[/]w x/p' a",
      "sed 'r /dev/tcp/x' a; sed '1e' a",
      'sed "$x" a',
    ],
  },
  {
    name: "awk",
    also: ["gawk", "mawk", "nawk"],
    does: "runs",
    judge: (args, _scene, program) => {
      const doubt = awkDoubt(args);
      if (doubt !== null) return opaque(`${program}: ${doubt}`, program);
      return unlistedIn(program, args) === null ? safe : runs(program);
    },
    yes: [
      "awk -F: 'NR>3{print $2}' x",
      "awk 'a || b' x",
      "awk -F'|' '{print $1 \"|\" $2}' x",
      "awk '{ if ($1 > 3) print $2 }' x",
      "awk '{print > \"/dev/stderr\"}' x",
      "awk '/a|b/ {n++} END {print n}' x",
    ],
    no: [
      "awk '{print $1}' a.ts",
      "awk 'BEGIN{print 1 > \"a.ts\"}'",
      'awk \'BEGIN{$/"/;print 1 > "x";$/"/}\'',
      "awk 'BEGIN{system(\"rm -rf /\")}'",
      "awk -f x.awk y",
      'awk "$p" x',
      "awk '{print | \"sh\"}' x",
      "awk '\"id\" | getline x' y",
      "awk '{print $1 >> \"x\"}' y",
      "awk '@load \"x\"' y",
      'awk \'{printf("a") > "x"}\' y',
      "gawk -i inplace '{print}' x",
    ],
  },
];
