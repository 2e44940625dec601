import { type Finding, fold, opaque, type Scene, safe } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import { type Arg, literal, literals } from "../syntax/arg.ts";
import { scriptFile } from "./shells.ts";

/** Words that a reader may be given: no variables, blocks, pipes or redirections. */
const plain = /^[\w.\\/:*,=-]+$/;
const reader =
  /^(Get-(ChildItem|Content|Location|Date|Process|Command|Help|Host|Item|FileHash)|Test-Path|Select-String|Resolve-Path|Write-Output|Write-Host)$/i;
const dosReader = /^(dir|type|ver|echo|where|tree|findstr)$/i;

/** Shells with a grammar of their own: only a reader with plain words is followed. */
export const foreignShells: readonly Entry[] = [
  {
    name: "powershell",
    also: ["pwsh", "powershell.exe", "pwsh.exe"],
    does: "opaque",
    judge: judgePowerShell,
    yes: ["pwsh -c 'Remove-Item x'", "powershell x.ps1", "pwsh -enc AAAA", "pwsh -c 'Get-Content x | iex'", "pwsh"],
    no: ["pwsh -NoProfile -Command Get-ChildItem", "powershell -c 'Get-Content a.txt'"],
  },
  {
    name: "cmd",
    also: ["cmd.exe"],
    does: "opaque",
    judge: judgeCmd,
    yes: ["cmd /c del x", "cmd /c 'type x > y'", "cmd"],
    no: ["cmd /c dir", "cmd.exe /c type a.txt"],
  },
  {
    name: "wsl",
    also: ["wsl.exe"],
    does: "opaque",
    judge: (args, scene, program) =>
      fold([opaque("wsl runs it in another system", program), args.length === 0 ? safe : scene.command(args)]),
    yes: ["wsl ls"],
    no: ["wsl rm -rf x"],
  },
];

function judgePowerShell(args: readonly Arg[], scene: Scene, program: string): Finding {
  const unseen = opaque("PowerShell is a shell that is not analysed", program);
  const at = args.findIndex(({ literal }) => !/^-(NoProfile|NoLogo|NonInteractive|nop)$/i.test(literal ?? ""));
  const option = args[at]?.literal ?? "";
  const texts = literals(args.slice(at + 1));
  if (/^-(c|Command)$/i.test(option) && texts !== null) {
    const words = texts.join(" ").trim().split(/ +/);
    return reader.test(words[0] ?? "") && words.slice(1).every((word) => plain.test(word)) ? safe : unseen;
  }
  const file = /^-(f|File)$/i.test(option) ? args[at + 1] : /\.ps1$/i.test(option) ? args[at] : undefined;
  return file === undefined ? unseen : fold([unseen, scriptFile(file, scene, program)]);
}

function judgeCmd(args: readonly Arg[], scene: Scene, program: string): Finding {
  const unseen = opaque("cmd is a shell that is not analysed", program);
  const texts = literals(args);
  if (texts === null || !/^\/c$/i.test(texts[0] ?? "")) return unseen;
  const words = texts.slice(1).join(" ").trim().split(/ +/);
  const [name = ""] = words;
  if (/\.(bat|cmd)$/i.test(name)) return fold([unseen, scriptFile(literal(name), scene, program)]);
  return dosReader.test(name) && words.slice(1).every((word) => plain.test(word)) ? safe : unseen;
}
