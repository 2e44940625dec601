import { oneOf } from "../alternatives.ts";
import { placed, type Scene } from "../finding.ts";
import type { Arg } from "../syntax/arg.ts";
import { givenIn } from "./steering.ts";

const named = /^--?(?:config(?:-?[fF]ile|-path)?|file|noxfile|justfile|taskfile|build-file|settings)(?:=(.*))?$/s;
/** `-c x`, `-cx`, `-qc x`; `-Dcolor.x=y` is a property. */
const lettered = /^-(?![DP][\w.-]+=)\w?[cf]=?(.*)$/s;
/** Settings and scripts; `gcc -c a.c` names no such file, nor does `eslint -f json`. */
const settings = /\.([cm]?[jt]sx?|json[5c]?|ya?ml|toml|ini|cfg|py|rb|mk|just|ninja|gradle|kts|xml|neon)$/;

/** Roles that a file of code may be given: `--reporter ./x.js`, `--bootstrap tests/x.php`. */
const roles = new RegExp(
  `(^|-)${oneOf`
    config configuration config-?file settings extends env-file dotenv-path bazelrc stack-yaml project-file
    (gem|nox|just|task|steep|pnpm|rake|make)file yarnrc import-map reporters? formatters? format environment
    (global-)?(setup|teardown) setup-files(-after-env)? parsers? (pre)?processors? resolver transforms? serializers
    sequencer runner syntax bootstrap autoload-file rules rule-?set standard plugins? presets? preload provider module
    framework ui specials detectors services extractor before after filter options build-file build-runner`}$`,
);

/** Letters of such roles, by tool, where the letter alone asks nothing. Elsewhere it is a switch, or a file to look at. */
const letters: Readonly<Record<string, RegExp>> = {
  phpstan: /^-a/,
  commitlint: /^-[gpxo]/,
  mocha: /^-[Ru]/,
  rspec: /^-O/,
  cucumber: /^-[if]/,
  cypress: /^-C/,
};

/** Files that a runner is told to take its orders from: whoever wrote one has decided what runs. */
export function definitionsIn(args: readonly Arg[], scene: Scene, line: string): string[] {
  const program = line.split(" ", 1)[0] ?? "";
  const own = Object.hasOwn(letters, program) ? letters[program] : undefined;
  return args.flatMap(({ literal }, index) => {
    if (literal?.startsWith("-") !== true) return [];
    const [matched, given = ""] = named.exec(literal) ?? lettered.exec(literal) ?? [];
    const value = matched === undefined ? null : given === "" ? (args[index + 1]?.literal ?? null) : given;
    const next = args[index + 1]?.literal;
    const short = own?.test(literal) === true ? literal.slice(2).replace(/^=/, "") || (next ?? "") : "";
    const paths = value !== null && settings.test(value) ? [value] : [...codeIn(literal, next), ...codeAt(short)];
    return paths.flatMap((path) => placed(path, scene) ?? []);
  });
}

/** The files among the values of an option with such a role; a name without a slash is a package or a format. */
function codeIn(text: string, next: string | null | undefined): string[] {
  return givenIn(text, next)
    .filter(({ name }) => roles.test(name))
    .flatMap(({ name, value }) =>
      (value ?? "").split(",").filter((part) => /^[^-@{[(\s][^\s:*?]*$/.test(part) && isFile(part, name)),
    );
}

/** The file that the value of a letter is; a name without a slash or an ending is a package or a format. */
const codeAt = (value: string): string[] => (/^[^-@{[(\s][^\s:*?]*$/.test(value) && isFile(value, "") ? [value] : []);

const isFile = (part: string, name: string): boolean =>
  /\/|\.(php|sh|exs?|lua|env|zig)$/.test(part) || settings.test(part) || /(file|yaml|rc)$/.test(name);
