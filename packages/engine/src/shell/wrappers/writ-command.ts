import { oneOf } from "../alternatives.ts";
import { type Finding, opaque, risky, runs, safe } from "../finding.ts";
import { type Arg, mayBeOption } from "../syntax/arg.ts";

/** What an agent may run itself; everything else of `writ` is a person's. */
const agentVerbs = new RegExp(
  `^${oneOf`status log why blame explain doctor verify check completions help --help --version alarms\slist daemon\sstatus
    hooks\s(list|register|validate) abilities\s(list|show|suggest|lint|usage) knowledge\s(route|lint)
    intent\s(list|show|select|propose|validate)`}$`,
);
/** Options with which even those change something. */
const personOptions = /^--(anchor|repair|fix|force|session|yes|output|also)/;
/** The commands that have such options: a word that only the running shell knows may be one. */
const withPersonOptions = /^(verify|check|intent (select|propose))$/;
/** What stands behind these is their value, whatever it looks like. */
const valued = /^--(id|name|scope|reason|constraint|criterion|format)$/;

/** Where the real command is found; a file of that name anywhere else may be anybody's, also in `node_modules`. */
const installed = /^(\/usr\/(local\/)?bin\/)?writ$/;
const named = /(^|\/)writ(\.[cm]?js)?$/;

/** The `writ` command inside a command line, whatever it is started with. */
export function judgeWrit(words: readonly Arg[]): Finding | null {
  const found = unwrapped(words);
  if (found === null) return null;
  const { program, args, plain: direct } = found;
  const texts = args.map((arg) => arg.literal);
  const verb = verbOf(texts.filter((text) => text !== "--json" && text !== "--no-color"));
  const changes = verb === null || !agentVerbs.test(verb) || mayBePersons(verb, args);
  if (changes) return risky(`person-only:${verb ?? "unknown"}`, "writ");
  if (direct && installed.test(program)) return safe;
  return found.own ? runs("writ") : opaque(`${program} may not be the installed writ`, "writ");
}

function mayBePersons(verb: string, args: readonly Arg[]): boolean {
  return args.some((arg, at) => {
    if (arg.literal !== null) return personOptions.test(arg.literal);
    const isValue = arg.single && valued.test(args[at - 1]?.literal ?? "");
    return withPersonOptions.test(verb) && !isValue && mayBeOption(arg);
  });
}

/** What stands between the words of a command in some language's list of strings. */
const gap = String.raw`["'\s,]+`;
const spelled = new RegExp(
  String.raw`\bwrit(?:\.[cm]?js)?["']?[\s"',[\]]+${oneOf`
    approve reject grants pause trust lesson init uninstall erase undo publish report export import followups hook mcp
    daemon${gap}(?:start|stop|serve|run) alarms${gap}acknowledge intent${gap}(?:add|edit|accept|done|block|reopen|map)
    hooks${gap}(?:run|scaffold|test) (?:verify|check)(?:${gap}[^"'\s,]+){0,8}${gap}--(?:anchor|repair|output|also)`}\b`,
);

/** A person's command spelled out somewhere in a text that may run it: in a string, behind a wrapper nobody knows. */
export function personVerbIn(text: string): Finding | null {
  const verb = spelled.exec(text)?.[1]?.replace(/["'\s,]+/g, " ");
  return verb === undefined ? null : risky(`person-only:${verb}`, "writ");
}

/** The id in `writ intent select ID`, when the words are that and nothing else. */
export function selectedIntent(words: readonly Arg[]): string | null {
  const found = unwrapped(words);
  if (found === null || !found.plain || !installed.test(found.program)) return null;
  const texts = found.args.map((arg) => arg.literal).filter((text) => text !== "--json");
  const [noun, verb, id] = texts;
  const exact = texts.length === 3 && noun === "intent" && verb === "select";
  return exact && typeof id === "string" && id !== "" && !id.startsWith("-") ? id : null;
}

/** Where package managers put it. */
const ownFile = /^(\.\/)?node_modules\/\.bin\/writ$/;
/** Ways to start it that fetch nothing and run nothing else first. */
const plainStart = /^(npx --no(-install)?)?$/;
/** `writ@latest` is another writ than the installed one. */
const versioned = /^writ@[\w.-]+$/;

interface Started {
  readonly program: string;
  readonly args: readonly Arg[];
  /** It is the installed command, and nothing else runs first. */
  readonly plain: boolean;
  /** It is the one the repository has installed. */
  readonly own: boolean;
}

/** Takes `npx`, `node` and the like off; `null` when it is not `writ` that runs. */
function unwrapped(words: readonly Arg[]): Started | null {
  const at = words.findIndex(
    ({ literal }) => literal?.includes("writ") && (named.test(literal) || versioned.test(literal)),
  );
  if (at === -1) return null;
  const start = words.slice(0, at).map(({ literal }) => literal ?? "$");
  const starter = start[0]?.split("/").at(-1);
  if (at > 0 && !/^(npx|bunx|pnpx|node|nodejs|bun|pnpm|yarn|npm)$/.test(starter ?? "")) return null;
  const program = words[at]?.literal ?? "";
  // Behind a starter a path is a package to fetch or a file to run.
  const plain = start.length === 0 ? true : program === "writ" && plainStart.test(start.join(" "));
  const own = start.join(" ") === "npx" ? program === "writ" : start.length === 0 && ownFile.test(program);
  return { program, args: words.slice(at + 1), plain, own };
}

/** Words with commands of their own. */
const nouns = new Set(["intent", "hooks", "abilities", "knowledge", "alarms", "daemon"]);

function verbOf([first, second]: readonly (string | null)[]): string | null {
  if (first === undefined) return "--help";
  if (first === null || !nouns.has(first)) return first;
  if (first === "alarms" && second === undefined) return "alarms list";
  return second === null || second === undefined ? null : `${first} ${second}`;
}
