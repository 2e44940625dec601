import { type Finding, fold, opaque, type Scene, safe, type Where } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";
import { script } from "./script.ts";
import { judgeText, takeLeading } from "./wrapping.ts";

/** Programs that run a text in a terminal of their own, and debuggers, which run code of their own. */
export const terminals: readonly Entry[] = [
  script,
  {
    name: "tmux",
    does: "opaque",
    judge: judgeTmux,
    yes: [
      "tmux ls \\; run-shell ls",
      "tmux send-keys x",
      "tmux source-file x",
      "tmux attach",
      "tmux run 'ls #{l:;}rm x'",
      "tmux ls -F '#(id)'",
    ],
    no: ["tmux new -d 'rm -rf x'", "tmux new-session -d -s x 'ls'", "tmux ls"],
  },
  {
    name: "screen",
    does: "opaque",
    judge: judgeScreen,
    yes: ["screen -X stuff x", "screen"],
    no: ["screen -dmS x bash -c 'rm -rf x'", "screen -ls"],
  },
  {
    name: "gdb",
    also: ["lldb", "expect"],
    does: "opaque",
    judge: (args, scene, program) =>
      fold([opaque(`${program} runs code of its own`, program), ...debugged(args, scene)]),
    yes: ["gdb -ex run ls", "expect -c 'spawn ls'"],
    no: ["gdb --args rm -rf x"],
  },
];

const tmuxReading =
  /^(ls|list-(sessions|windows|panes|keys|commands|buffers|clients)|has-session|has|display-message|show-options|info|-V)$/;
const tmuxStarting =
  /^(new|new-session|neww|new-window|split-window|splitw|respawn-pane|respawnp|respawn-window|popup|display-popup|run-shell|run)$/;

/** `tmux new -d 'text'`: what it starts goes on. Keys sent to a shell are a text too. */
function judgeTmux(args: readonly Arg[], scene: Scene, program: string): Finding {
  const { rest, stray: odd } = takeLeading(args, { flags: "2CDluv", valued: "LST" });
  const verb = rest[0]?.literal ?? "";
  // Another command follows, or a format runs one, or puts in what a shell reads then.
  const isMore = odd !== undefined || rest.some(({ literal }) => /;$|#/.test(literal ?? ";"));
  if (tmuxReading.test(verb) && !isMore) return safe;
  const taken = takeLeading(rest.slice(1), { flags: "AdDEPXabhvIfZNkgC", valued: "cnstxyFlpT" });
  const words = taken.rest;
  const stray = isMore ? "another command" : taken.stray;
  const where = tmuxFolder(verb, taken.options.findLast(({ name }) => name === "c")?.value);
  const inner = tmuxStarting.test(verb) && words.length > 0 ? judgeText(words, scene, program, where) : null;
  if (/^(send-keys|send)$/.test(verb))
    return fold([opaque("keys are sent to a shell nobody sees", program), keysOf(words, scene, program)]);
  if (inner === null || stray !== undefined)
    return fold([opaque("what tmux starts is not known", program), inner ?? safe]);
  return fold([inner, { class: "safe", goesOn: true }]);
}

/** A new session starts where it is asked for; a window where its session did. */
function tmuxFolder(verb: string, given: Arg | undefined): Where {
  if (given !== undefined) return { folder: given.literal };
  return /^(new|new-session)$/.test(verb) ? "here" : "anywhere";
}

function keysOf(words: readonly Arg[], scene: Scene, program: string): Finding {
  const typed = words.filter(({ literal }) => !/^(Enter|C-\w|Escape|Tab|Space)$/.test(literal ?? ""));
  return typed.length === 0 ? safe : judgeText(typed, scene, program);
}

function judgeScreen(args: readonly Arg[], scene: Scene, program: string): Finding {
  if (args.length === 1 && /^-(ls|list|v)$/.test(args[0]?.literal ?? "")) return safe;
  const { rest, stray } = takeLeading(args, { flags: "aAdDmUOqRx", valued: "hStT" });
  if (rest.length === 0 || stray !== undefined)
    return fold([opaque("what screen starts is not known", program), rest.length > 0 ? scene.command(rest) : safe]);
  return fold([scene.command(rest), { class: "safe", goesOn: true }]);
}

function debugged(args: readonly Arg[], scene: Scene): Finding[] {
  const at = args.findIndex(({ literal }) => literal === "--args" || literal === "--");
  return at === -1 || args[at + 1] === undefined ? [] : [scene.command(args.slice(at + 1))];
}
