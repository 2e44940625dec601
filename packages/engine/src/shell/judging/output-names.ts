import { oneOf } from "../alternatives.ts";

/** Words in the names of options that say where something is written, in all tools alike. */
const writing = new RegExp(
  `(^|-)${oneOf`
    out outputs? outdir outfile outputdir dest destination dir directory folder location path prefix file filename
    reports? report-log reporter-options? junit junitxml html xml json log logs logfile logger testlogfile cache temp
    basetemp workdir trace profile \w+profile graph graphviz results? artifacts? image dump dumpdir save data debug
    alluredir coverage cov`}(-|$)`,
);
/** Words that say that it is read, or that it is about what is looked at or shown. */
const reading = new RegExp(
  oneOf`config settings project package spec include exclude ignore env root manifest rule plugin pattern filter setup
    import load search from input source url suite stdin test-(path|files?$) tests changed related processor resolver
    runner build-file cov$ ^(no|empty|clean)- (success|failure|show|capture|print|test)-output$`,
);

const things = oneOf`
  out outputs? logs? reports? results? cov cover coverage caches? traces? prof profile dump data junit xml html json
  build target artifacts? dist dest te?mp scratch save info store screenshots? videos? downloads? generated allure
  stats mocha meta bundle baseline diag metrics timings? local-bin modules pstats`;
const places = oneOf`dir directory folder path file filename location destination`;
const kinds = oneOf`html xml json csv txt text junit cov any-exprs line-?\w+ lcov sarif md markdown cobertura`;
const made = oneOf`set generate update write create save`;
/** Names whose value is a place to write to, also where it is one bare word: `--outDir src`, `--junitfile src`. */
const telling = new RegExp(
  `^(o|log|diag|(.*-)?${oneOf`
    (go|fuzz|test)?${things}-?${places}(-\w+)? out output outdir outfile outputdir dest destination logfile testlogfile
    alluredir workdir basetemp dumpdir junit-?xml \w+profile trace (report|results?)-?log results?-${kinds} (${kinds}-)+report
    coverage-(html|xml|clover|text|php|cobertura|crap4j) log-(junit|teamcity|events-\w+(-\w+)?) testdox-(html|text|xml)
    ${made}-baseline export-fixes extract-to`})$`,
);
/** The same, but only with the value in the same word: elsewhere they are flags, or take none but so. */
const attached = new RegExp(
  `^${oneOf`
    html xml junit report-(full|xml|json|checkstyle|csv|code|junit|source|summary|diff|md|emacs|info|html|sarif|te?xt)
    f?emit-\w+ bl binary-?log(ger)? flp\d? file-?logger-?parameters\d? pp preprocess profile-?evaluation`}$`,
);
/** Names that take the next word for a file, if that looks like one. */
const ending =
  /(^|-)(dir|directory|location|path|prefix|file|logger|any-exprs-report|reporter-options?|output-file-\w+|report)$/;
/** Names whose value may be what and where: `--out-format=json:src/x`. */
const paired = /(^|-)(format|formatter|reporter)$/;
/** Names that can mean nothing but a file that is written. */
const surely =
  /^(o|(.*-)?(out|outdir|outfile|output(-(file|dir|path|directory))?|\w+profile|log-?file|trace|junit-?xml))$/;

/** What an option is called in all spellings alike: `outputFile.json` and `output_file-json` are `output-file-json`. */
export function nameOf(spelled: string): string {
  return spelled
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .replace(/[._]/g, "-")
    .toLowerCase();
}

/** Whether an option writes to the value it is given with `=`. */
export const mayWrite = (name: string): boolean =>
  (isTelling(name) || isPaired(name) || writing.test(name)) && !isReading(name);

/** Whether an option writes to the word after it. */
export const takesNext = (name: string): boolean =>
  (telling.test(name) || isPaired(name) || ending.test(name)) && !isReading(name);

/** Whether any word given to it is a place to write to. */
export const isTelling = (name: string): boolean => telling.test(name) || attached.test(name);

/** The same, where the rest says how it is called, and nothing that it is read: `cpu-prof-name`. */
export const namesOutput = (name: string): boolean =>
  mentionsOutput(name) &&
  (/^out(put)?-/.test(name) || (/-(name|file|filename|path|prefix|location)$/.test(name) && !isReading(name)));

/** Whether one of several words in its name is of what tools write: `log-otr`, `webpack-stats-json`, `debug-actiongraph`. */
export const mentionsOutput = (name: string): boolean =>
  name.includes("-") &&
  written.test(name) &&
  !/^(no|not|skip|disable|enable|with|without|ignore|exclude|show|print|use|allow|save|fail|check)-/.test(name);

const written = new RegExp(
  `(^|-)${oneOf`${things} out outputs? naming html xml json md csv svg debug histogram
    summary recording capture timings? events sbom`}(-|$)`,
);

/** Whether it takes what is written, and behind a colon where: `--file-reporter json:src/x`. */
export const isPaired = (name: string): boolean => paired.test(name);

/** Whether it can mean nothing but a file that is written. */
export const surelyWrites = (name: string): boolean => surely.test(name);

/** Whether it says what to look at; `--dir` and its like alone say where to work. */
export const isReading = (name: string): boolean =>
  (reading.test(name) && !/(^|-)out(put)?-?(path|dir|directory|file|folder)$/.test(name)) ||
  /^(dir|directory)$/.test(name);
