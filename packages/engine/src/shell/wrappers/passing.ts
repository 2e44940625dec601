import { type Finding, fold, opaque, type Scene, safe } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import { type Arg, literal } from "../syntax/arg.ts";
import { env } from "./env.ts";
import { flock } from "./flock.ts";
import { type Wrapping, wrapping } from "./wrapping.ts";

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
  { ...passing("cross-env", { assigns: true }, "NODE_ENV=test"), tool: "published" },
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
  env,
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
  flock,
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

/** What it prints goes to a file, here or in the home folder, when nobody redirects it. */
function judgeNohup(args: readonly Arg[], scene: Scene, program: string): Finding {
  const inner = wrapping({ goesOn: true })(args, scene, program);
  return scene.redirected === true ? inner : fold([inner, opaque("nohup may write nohup.out", program)]);
}
