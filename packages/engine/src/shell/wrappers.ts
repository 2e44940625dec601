import type { Arg } from "./arg.ts";
import { isHarmlessName } from "./environment.ts";
import { type Finding, fold, opaque, type Scene, safe } from "./finding.ts";
import type { Judge } from "./rule.ts";

/** Programs that run another program: what that one does is what they do. */
export const wrappers: Readonly<Record<string, Judge>> = {
  env: judgeEnv,
  command: judgeCommand,
  builtin: inner(0),
  nohup: judgeNohup,
  time: inner(0),
  stdbuf: skipping(/^-[ioe](L|0|\d+)$/, 0),
  nice: skipping(/^(-n\d+|-\d+)$/, 0, /^-n$/),
  timeout: skipping(/^(--preserve-status|--foreground|-[ks]\w+)$/, 1, /^-[ks]$/),
  bash: judgeShell,
  sh: judgeShell,
  dash: judgeShell,
};

function inner(words: number): Judge {
  return (args, scene, program) => {
    const rest = args.slice(words);
    if (rest.length === 0) return safe;
    if (rest[0]?.literal?.startsWith("-") !== false) return opaque(`what ${program} runs is not known`, program);
    return scene.command(rest);
  };
}

/** Skips options (and the values of some), then so many words, and judges the rest. */
function skipping(option: RegExp, words: number, valued?: RegExp): Judge {
  return (args, scene, program) => {
    const rest = [...args];
    for (let text = rest[0]?.literal; text?.startsWith("-"); text = rest[0]?.literal) {
      if (valued?.test(text)) {
        rest.shift();
        // A value nobody knows may be several words, and the last of them a program.
        if (!/^\w[\w.+-]*$/.test(rest[0]?.literal ?? "")) return opaque(`what ${program} runs is not known`, program);
      } else if (!option.test(text)) break;
      rest.shift();
    }
    if (rest.slice(0, words).some(({ literal }) => literal === null || !/^[\d.]+[smhd]?$/.test(literal))) {
      return opaque(`what ${program} runs is not known`, program);
    }
    return inner(words)(rest, scene, program);
  };
}

/** `env`: harmless assignments, then a program; alone it prints. */
function judgeEnv(args: readonly Arg[], scene: Scene, program: string): Finding {
  const rest = [...args];
  while (rest.length > 0) {
    const { literal, head } = rest[0] ?? { literal: null, head: "" };
    const name = /^([^=]+)=/.exec(literal ?? head)?.[1];
    if (name === undefined) break;
    if (!isHarmlessName(name)) return opaque(`setting ${name} changes what commands do`, program);
    rest.shift();
  }
  return inner(0)(rest, scene, program);
}

/** `command -v` looks up; `command x` runs x. */
function judgeCommand(args: readonly Arg[], scene: Scene, program: string): Finding {
  return /^-[vV]$/.test(args[0]?.literal ?? "") ? safe : inner(0)(args, scene, program);
}

/** What it prints goes to a file, here or in the home folder, when nobody redirects it. */
function judgeNohup(args: readonly Arg[], scene: Scene, program: string): Finding {
  return fold([inner(0)(args, scene, program), opaque("nohup may write nohup.out", program)]);
}

/**
 * `bash -c 'text'`: the text is a command line itself; what follows it is data. Anything else runs a script.
 * `-c` is a flag: options may follow it, and the text is the first word that is none. So only one order is read.
 */
function judgeShell(args: readonly Arg[], scene: Scene, program: string): Finding {
  const at = args.findIndex(({ literal }) => !/^-[leux]+$/.test(literal ?? ""));
  const [flag, text] = [args[at]?.literal ?? "", args[at + 1]?.literal ?? null];
  if (!/^-[leux]*c$/.test(flag) || text === null || /^[-+]/.test(text)) {
    return opaque(`what ${program} runs is not known`, program);
  }
  return scene.script(text);
}
