import { isHarmlessName, judgeExport, whySetting } from "../environment/environment.ts";
import { mayBeRun } from "../environment/handed.ts";
import { type Finding, opaque as isOpaque, type Scene, safe } from "../finding.ts";
import { opaque, reads, risky, several } from "../judging/make.ts";
import { parseOptions } from "../judging/options.ts";
import { onlyThese } from "../judging/proofs.ts";
import type { Entry, Family } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";

/** What the shell itself brings along. */
export const builtins: Family = {
  programs: `shopt umask ulimit export local readonly unset read declare typeset let mapfile readarray getopts bind complete
    compgen compopt enable hash fc logout suspend disown bg fg stty`,
  entries: () => [
    declares("export", "export A=1", "export PATH=x"),
    declares("local", "f() { local a=1; }; f", "local PATH=x"),
    declares("readonly", "readonly A=1", "readonly PATH"),
    declares("unset", "unset A", "unset PATH"),
    {
      name: "read",
      does: "reads",
      judge: judgeRead,
      yes: ['while read -r line; do echo "$line"; done < a', "read -p 'x? ' answer"],
      no: ["read PATH", "read 'a[x]'", "read -a x", "read -t 'a[$(rm -rf x)]' y", "read -t x y"],
    },
    reads("shopt", {
      proof: onlyThese(/^-[su]$/, /^(globstar|nullglob|failglob|dotglob)$/),
      yes: ["shopt -s globstar; ls"],
      no: ["shopt -s extglob", "shopt -s expand_aliases", "shopt"],
    }),
    reads("umask", {
      proof: (args) => (args.length === 0 ? null : "it changes who may read new files"),
      yes: ["umask"],
      no: ["umask 0"],
    }),
    reads("ulimit", {
      options: { flags: "acdfilmnpqrstuvxHS" },
      operands: "none",
      yes: ["ulimit -n", "ulimit -a"],
      no: ["ulimit -n 1"],
    }),
    reads("let", {
      // Any name in it is evaluated: what that holds may be a command.
      proof: (args) =>
        args.every(({ literal }) => isSum(literal ?? "")) && args.length > 0
          ? null
          : "it evaluates what a variable holds",
      yes: ["let x=1+1"],
      no: ["let x=y", "let x+=1", "let PATH=1", "let 'x[y]=1'", "let $x", "let"],
    }),
    reads("stty", { proof: onlyThese(/^(size|-a)$/, /^$/), yes: ["stty size"], no: ["stty -echo"] }),
    ...several("", "declare typeset mapfile readarray getopts bind complete compgen compopt", (name) =>
      opaque(name, "it changes the shell itself"),
    ),
    reads("hash -r", { options: {}, operands: "none", no: ["hash -r -p x ls"] }),
    ...several("", "enable hash fc logout suspend disown bg fg", (name) =>
      risky(name, "changes what later commands do"),
    ),
  ],
};

/** `x=1+2`: numbers, and the name they are given. */
function isSum(text: string): boolean {
  const name = /^(\w+)=\d+([-+*/%]\d+)*$/.exec(text)?.[1];
  return name !== undefined && isHarmlessName(name);
}

function declares(name: string, yes: string, no: string): Entry {
  return { name, does: "reads", judge: judgeDeclaration, yes: [yes], no: [no] };
}

/** `read -r line`: sets the variables it names. */
function judgeRead(args: readonly Arg[], scene: Scene, program: string): Finding {
  const parsed = parseOptions(args, { flags: "rs", valued: "dntup" });
  // To zsh a time is arithmetic, which may run something.
  const isNumber = ({ literal, numeric }: Arg): boolean => numeric === true || /^[\d.]+$/.test(literal ?? "");
  if (parsed?.options.some(({ name, value }) => name === "t" && value !== undefined && !isNumber(value)))
    return isOpaque("read may run what it takes for a number", program);
  return parsed === null
    ? isOpaque("what read sets is not known", program)
    : judgeDeclaration(parsed.operands, scene, program);
}

/** `export NAME=value` and the like: harmless when the whole name is known, and harmless, and one word stays one. */
function judgeDeclaration(args: readonly Arg[], _scene: Scene, program: string): Finding {
  const handed: string[] = [];
  for (const { literal, head, single } of args) {
    const name = (literal === null ? /^([^=]*)=/ : /^([^=]*)/).exec(literal ?? head)?.[1] ?? "";
    const value = literal?.includes("=") ? literal.slice(name.length + 1) : null;
    const isData = program !== "export" || judgeExport(name, value) === "harmless";
    if (!single || !isData || !isHarmlessName(name)) return isOpaque(whySetting(name || "a variable"), program);
    if (program === "export" && mayBeRun(name, value)) handed.push(name);
  }
  return handed.length === 0 ? safe : { ...safe, handed };
}
