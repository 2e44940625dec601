import type { Effect } from "@writ/contracts";
import type { Arg } from "../arg.ts";
import { placed, type Scene } from "../finding.ts";

/** Words in the names of options that say where something is written, in all tools alike. */
const writing =
  /(^|-)(out|outputs?|outdir|outfile|outputdir|dest|destination|dir|directory|folder|location|path|prefix|file|filename|reports?|report-log|junit|html|xml|json|log|logs|logfile|logger|testlogfile|cache|temp|basetemp|workdir|trace|profile|\w+profile|graph|graphviz|results?|artifacts?|image|dump|dumpdir|save|data|debug|alluredir|coverage|cov)(-|$)/;
/** Words that say that it is read, or that it is about what is looked at. */
const reading =
  /config|project|spec|include|exclude|ignore|env|root|manifest|rule|plugin|pattern|filter|setup|import|load|search|from|input|source|url|test-path|tests|changed|related|processor|resolver|runner|build-file|cov$/;
/** Names that surely take the next word, too; others may be a flag before a file to look at. */
const taking =
  /(^|-)(out|output|outdir|outfile|outputdir|dest|destination|dir|directory|location|path|prefix|file|logfile|log-file|basetemp|workdir|trace|\w+profile|logger|artifact-dir|(html|xml|junit|cov|any-exprs)-report|coverage-(html|xml|clover|text|php)|log-(junit|teamcity)|reporter-options?|log)$/;

/** Names that can mean nothing but a file that is written. */
const surely =
  /^(o|(.*-)?(out|outdir|outfile|output(-(file|dir|path|directory))?|\w+profile|log-?file|trace|junit-?xml))$/;

/** Files that a tool of the repository is told to write, by what its options are called. */
export function outputsIn(args: readonly Arg[], scene: Scene): Effect[] {
  return args.flatMap((_, index) => pathsIn(outputAt(args, index)?.value, scene));
}

/** The words with an output in the temporary folder: that is nobody's business. */
export function scratchOutputs(args: readonly Arg[]): ReadonlySet<Arg | undefined> {
  return new Set(
    args.flatMap((arg, index) => {
      const { name, value } = outputAt(args, index) ?? { name: "", value: null };
      return surely.test(name) && /^\/tmp\/[\w./-]+$/.test(value ?? "") ? [arg, args[index + 1]] : [];
    }),
  );
}

/** What the option at this place is told to write to, if it is one that writes. */
function outputAt(args: readonly Arg[], index: number): { name: string; value: string | null } | null {
  const next = args[index + 1]?.literal ?? null;
  const [, spelled = "", given] = option.exec(args[index]?.literal ?? "") ?? [];
  const hyphened = spelled.replace(/([a-z])([A-Z])/g, "$1-$2").replaceAll(".", "-");
  const name = hyphened.toLowerCase();
  // `--dir` and its like alone say where to work.
  if (name === "" || reading.test(name) || /^(dir|directory)$/.test(name)) return null;
  if (name === "o") return { name, value: given ?? next };
  if (given !== undefined) return writing.test(name) ? { name, value: given } : null;
  return taking.test(name) ? { name, value: next } : null;
}

/** `--name`, `--name=value`, `-name=value`, `-Dname=value`, `-p:name=value`. */
const option = /^-{1,2}(?:[DPp]:?(?=[A-Za-z]+[=.]))?([A-Za-z][\w.-]*)(?:[=:](.*))?$/s;

/** `html:src/x`, `trx;LogFileName=a/b`: the parts of a value that are paths. */
function pathsIn(value: string | null | undefined, scene: Scene): Effect[] {
  const parts = (value ?? "").split(/[:;=,]/).filter((part) => part.includes("/") && !/^(-|\/dev\/)/.test(part));
  return parts.flatMap((part) => {
    const path = placed(part, scene);
    return path === null ? [] : [{ op: "modify", path, certainty: "inferred" }];
  });
}
