/** Words in the names of options that say where something is written, in all tools alike. */
const writing =
  /(^|-)(out|outputs?|outdir|outfile|outputdir|dest|destination|dir|directory|folder|location|path|prefix|file|filename|reports?|report-log|reporter-options?|junit|junitxml|html|xml|json|log|logs|logfile|logger|testlogfile|cache|temp|basetemp|workdir|trace|profile|\w+profile|graph|graphviz|results?|artifacts?|image|dump|dumpdir|save|data|debug|alluredir|coverage|cov)(-|$)/;
/** Words that say that it is read, or that it is about what is looked at or shown. */
const reading =
  /config|project|spec|include|exclude|ignore|env|root|manifest|rule|plugin|pattern|filter|setup|import|load|search|from|input|source|url|test-path|tests|changed|related|processor|resolver|runner|build-file|cov$|^(no|empty|clean)-|(success|failure|show|capture|print)-output$/;
/** Names that surely take the next word, too; others may be a flag before a file to look at. */
const taking =
  /(^|-)(out|output|outdir|outfile|outputdir|output-file-\w+|dest|destination|dir|directory|location|path|prefix|file|logfile|log-file|testlogfile|alluredir|basetemp|workdir|dumpdir|trace|\w+profile|logger|artifact-dir|junit-?xml|report-log|(html|xml|junit|cov|any-exprs)-report|coverage-(html|xml|clover|text|php|cobertura|crap4j)|log-(junit|teamcity)|reporter-options?|log)$/;
/** Names that can mean nothing but a file that is written. */
const surely =
  /^(o|(.*-)?(out|outdir|outfile|output(-(file|dir|path|directory))?|\w+profile|log-?file|trace|junit-?xml))$/;

const things =
  "out|outputs?|logs?|reports?|results?|cov|coverage|caches?|traces?|prof|profile|dump|data|junit|xml|html|json|build|target|artifacts?|dist|dest|te?mp|scratch|save|info|store|screenshots?|videos?|downloads?|generated|allure|stats|mocha";
const places = "dir|directory|folder|path|file|filename|location|destination";
/** Names whose value is a place to write to, also where it is one bare word: `--outDir src`. */
const telling = new RegExp(
  `^(o|html|xml|junit|log|(.*-)?((${things})-(${places})(-\\w+)?|out|output|outdir|outfile|outputdir|dest|destination|logfile|testlogfile|alluredir|workdir|basetemp|dumpdir|junit-?xml|\\w+profile|trace|report-log|(html|xml|junit|cov|txt|any-exprs)-report|coverage-(html|xml|clover|text|php|cobertura|crap4j)|log-(junit|teamcity)))$`,
);

/** What an option is called in all spellings alike: `outputFile.json` and `output_file-json` are `output-file-json`. */
export function nameOf(spelled: string): string {
  return spelled
    .replace(/([a-z])([A-Z])/g, "$1-$2")
    .replace(/[._]/g, "-")
    .toLowerCase();
}

/** Whether an option writes to the value it is given with `=`. */
export const mayWrite = (name: string): boolean => name === "o" || (writing.test(name) && !isReading(name));

/** Whether an option writes to the word after it. */
export const takesNext = (name: string): boolean => name === "o" || (taking.test(name) && !isReading(name));

/** Whether any word given to it is a place to write to. */
export const isTelling = (name: string): boolean => telling.test(name);

/** Whether it can mean nothing but a file that is written. */
export const surelyWrites = (name: string): boolean => surely.test(name);

/** `--dir` and its like alone say where to work. */
const isReading = (name: string): boolean => reading.test(name) || /^(dir|directory)$/.test(name);
