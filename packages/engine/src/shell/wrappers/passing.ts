import { isHarmlessName } from "../environment/environment.ts";
import { changes, type Finding, fold, opaque, placed, type Scene, safe } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import { type Arg, literal } from "../syntax/arg.ts";
import { judgeText, takeLeading, type Wrapping, wrapping } from "./wrapping.ts";

/** A program whose class is that of what it runs: the examples run `ls`, which only reads, and `rm -rf x`. */
function passing(name: string, spec: Wrapping, before = ""): Entry {
  const line = `${name}${before === "" ? "" : ` ${before}`}`;
  return {
    name,
    does: "reads",
    judge: wrapping(spec),
    yes: [`${line} ls -la`],
    no: [`${line} rm -rf x`, `${line} bash -c 'rm -rf x'`, `${line} $x`, `${name} --nobody-knows ls`],
  };
}

/** What the screen is like; anything else may name files that the server writes. */
const screens =
  /^(-screen \d \d+x\d+(x\d+)?|-ac|-noreset|-nolisten tcp|-dpi \d+|[+-]extension (GLX|RANDR|RENDER)|\s)*$/;

/** Programs that start another one and change nothing about what it does. */
export const passers: readonly Entry[] = [
  passing(
    "timeout",
    {
      flags: "fpv",
      valued: "ks",
      long: ["preserve-status", "foreground", "verbose"],
      longValued: ["kill-after", "signal"],
      skip: 1,
    },
    "-k 5 30s",
  ),
  passing("gtimeout", { valued: "ks", skip: 1 }, "5"),
  passing("nice", { valued: "n", longValued: ["adjustment"], words: /^--?\d+$/, alone: true }, "-n 5"),
  passing("ionice", { flags: "t", valued: "cn", longValued: ["class", "classdata"] }, "-c 3"),
  passing("chrt", { flags: "abdfior", long: ["batch", "fifo", "idle", "other", "rr"], skip: 1 }, "-b 0"),
  passing("taskset", { flags: "c", long: ["cpu-list"], skip: 1 }, "-c 0-3"),
  passing("stdbuf", { valued: "ioe", longValued: ["input", "output", "error"] }, "-oL"),
  passing("unbuffer", { flags: "p" }),
  passing("time", {
    flags: "pvaqV",
    valued: "fo",
    long: ["portability", "verbose", "append", "quiet"],
    longValued: ["format", "output"],
    writes: ["o", "output"],
    alone: true,
  }),
  passing("builtin", { alone: true }),
  {
    name: "exec",
    does: "reads",
    judge: judgeExec,
    yes: ["exec ls -la", "exec 2>&1", "exec -a x ls"],
    no: ["exec rm -rf x", "exec $x", "exec < x", "exec > x"],
  },
  passing("busybox", {}),
  passing("toybox", {}),
  passing("caffeinate", { flags: "dimsu", valued: "tw" }, "-i"),
  passing(
    "xvfb-run",
    {
      flags: "a",
      valued: "ns",
      long: ["auto-servernum"],
      longValued: ["server-args", "server-num"],
      forms: { s: screens, "server-args": screens },
    },
    "-a -s '-screen 0 1280x1024x24'",
  ),
  {
    name: "arch",
    does: "reads",
    judge: judgeArch,
    yes: ["arch", "arch -x86_64 ls", "arch -arch arm64 ls"],
    no: [
      "arch rm -rf x",
      "arch -arm64 rm -rf x",
      "arch -e PATH=/x ls",
      "arch -d PATH ls",
      "ls | xargs arch",
      "arch $x",
    ],
  },
  passing("chronic", { flags: "ev" }),
  passing("setarch", { skip: 1 }, "x86_64"),
  passing("cross-env", { assigns: true }, "NODE_ENV=test"),
  passing(
    "strace",
    {
      flags: "cCdDfFhikqrtTvVwxyY",
      valued: "eoOpPsSubaIX",
      longValued: ["output", "trace"],
      writes: ["o", "output"],
    },
    "-f -e trace=open",
  ),
  passing("ltrace", { flags: "cCfihrStT", valued: "elnosupx", writes: ["o"] }, "-f"),
  passing(
    "watch",
    {
      flags: "bcdegprtx",
      valued: "nq",
      long: ["color", "differences", "no-title"],
      longValued: ["interval"],
      joins: true,
    },
    "-n 5",
  ),
  {
    name: "command",
    does: "reads",
    judge: judgeCommand,
    yes: ["command -v node", "command ls"],
    no: ["command rm -rf x", "command $x", "command -x ls"],
  },
  {
    name: "env",
    does: "reads",
    judge: judgeEnv,
    yes: ["env", "env FOO=1 ls", "env -u FOO ls", "env -i ls", "env -S 'ls -la'", "env -u FOO -S 'ls -la'"],
    no: [
      "env PATH=/x ls",
      "env -S 'rm -rf x'",
      "env -S bash -c 'rm -rf x'",
      "env -u FOO -S 'rm -rf x'",
      "env --unset FOO --split-string 'rm -rf x'",
      "env -i rm -rf x",
      "env $x",
      "env -u PATH ls",
    ],
  },
  {
    name: "nohup",
    does: "runs",
    judge: judgeNohup,
    yes: ["nohup npm test > /dev/null"],
    no: ["nohup ls", "nohup rm -rf x", "nohup $x > /dev/null"],
  },
  {
    name: "setsid",
    does: "reads",
    judge: wrapping({ flags: "cfw", long: ["ctty", "fork", "wait"], goesOn: true }),
    yes: ["setsid ls"],
    no: ["setsid -f rm -rf x", "setsid $x"],
  },
  {
    name: "flock",
    does: "changes",
    judge: judgeFlock,
    yes: [
      ["flock /tmp/l ls", ["modify /tmp/l"]],
      ["flock -n l -c ls", ["modify l"]],
    ],
    no: ["flock /tmp/l rm -rf x", "flock l -c 'rm -rf x'", "flock $x ls", "flock 9"],
  },
  {
    name: "valgrind",
    does: "opaque",
    judge: (args, scene, program) =>
      fold([
        opaque("valgrind may write what it finds anywhere", program),
        wrapping({ words: /^--[\w=,./-]+$/ })(args, scene, program),
      ]),
    yes: ["valgrind --leak-check=full ls"],
    no: ["valgrind rm -rf x"],
  },
];

/** On macOS it runs a program for one kind of processor; alone, and elsewhere, it prints which there is. */
function judgeArch(args: readonly Arg[], scene: Scene, program: string): Finding {
  // `-arch x86_64` is `-x86_64`.
  const given = args.flatMap((word, index) => {
    if (args[index - 1]?.literal === "-arch") return [];
    return word.literal === "-arch" ? literal(`-${args[index + 1]?.literal ?? ""}`) : word;
  });
  return wrapping({ words: /^-(x86_64h?|arm64e?|i386|32|64|c|h)$/, alone: true })(given, scene, program);
}

/** Alone it redirects the shell itself: one that reads its commands then reads them from there. */
function judgeExec(args: readonly Arg[], scene: Scene, program: string): Finding {
  const reads = args.length === 0 && (scene.from != null || scene.input !== null);
  const inner = wrapping({ flags: "cl", valued: "a", alone: true })(args, scene, program);
  return reads ? fold([inner, opaque("the shell may run what it reads from then on", program)]) : inner;
}

/** `command -v` looks up; `command x` runs x. */
function judgeCommand(args: readonly Arg[], scene: Scene, program: string): Finding {
  return /^-[vV]$/.test(args[0]?.literal ?? "") ? safe : wrapping({ flags: "p", alone: true })(args, scene, program);
}

const envOptions: Wrapping = {
  flags: "i0v",
  valued: "uC",
  long: ["ignore-environment", "null", "debug"],
  longValued: ["unset", "chdir"],
  folders: ["C", "chdir"],
  assigns: true,
  alone: true,
};

/** `env`: harmless assignments, then a program; alone it prints. */
function judgeEnv(given: readonly Arg[], scene: Scene, program: string): Finding {
  const args = given[0]?.literal === "-" ? given.slice(1) : given;
  const { options, stray, strayAt } = takeLeading(args, envOptions);
  if (stray !== undefined && strayAt !== undefined && splitOption.test(stray))
    return judgeSplit(args, strayAt, scene, program);
  const taken = options.filter(({ name, value }) => /^(u|unset)$/.test(name) && !isHarmlessName(value?.literal ?? ""));
  const findings = taken.map(({ value }) =>
    opaque(`taking ${value?.literal ?? "a variable"} away changes what commands do`, program),
  );
  return fold([...findings, wrapping(envOptions)(args, scene, program)]);
}

const splitOption = /^(-[iv0]*S|--split-string(?:=|$))(.*)$/s;

/** `env -S 'a b' c`: the words of the text, then what follows. Quotes and escapes in it are env's own. */
function judgeSplit(args: readonly Arg[], at: number, scene: Scene, program: string): Finding {
  const [, , glued = ""] = splitOption.exec(args[at]?.literal ?? "") ?? [];
  const text = glued === "" ? args[at + 1] : literal(glued);
  const rest = args.slice(at + (glued === "" ? 2 : 1));
  const words = splitWords(text?.literal ?? null);
  if (words !== null) return judgeEnv([...args.slice(0, at), ...words.map(literal), ...rest], scene, program);
  const guess = text === undefined ? safe : judgeText([text], scene, program);
  return fold([opaque("what env runs is not known", program), guess]);
}

function splitWords(text: string | null): string[] | null {
  if (text === null || !/^[\w./:=@%+, -]*$/.test(text)) return null;
  return text.split(" ").filter((word) => word !== "");
}

/** What it prints goes to a file, here or in the home folder, when nobody redirects it. */
function judgeNohup(args: readonly Arg[], scene: Scene, program: string): Finding {
  const inner = wrapping({ goesOn: true })(args, scene, program);
  return scene.redirected === true ? inner : fold([inner, opaque("nohup may write nohup.out", program)]);
}

/** `flock file command`, `flock file -c text`: makes the file, and runs the command while nobody else holds it. */
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
