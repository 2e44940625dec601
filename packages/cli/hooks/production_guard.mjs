// PreAbilityCall: refuses what would write to production. It sees command lines and summaries, not whole payloads, so it
// is one guard among others: keep credentials for production away from agents as well.

/** Environments (`--environment`, WRIT_ENVIRONMENT) in which nothing may be changed at all. */
const productionEnvironments = ["production", "prod", "live"];

/** What production is called in commands and in the names of abilities: `prod-db`, `deploy_production`, `eu.prod`. */
const productionNames = ["production", "prod", "prd"];

/** Words that name it and mean the kind of a build, not a place. */
const harmless = [/\bNODE_ENV=production\b/g, /--(mode|configuration)[= ]production\b/g, /--omit[= ]dev\b/g];

/** Programs that change this machine only, whatever names stand beside them. */
const localPrograms =
  /^(git (?=[a-z])(?!push\b|remote\b)|(mkdir|touch|cp|mv|sed|tsc|eslint|prettier|jest|vitest|pytest)\b)/;

/**
 * Programs that reach far away, and what they are told when they only look. `valued` and `bare` are the options that
 * may come before it, with a word of their own and without. Of those at hand, Writ itself knows which only read.
 */
const lookers = {
  kubectl: {
    looks: /^(get|describe|logs|top|explain|version)\b/,
    valued: ["--context", "--cluster", "--user", "--kubeconfig", "-n", "--namespace", "-s", "--server", "--as", "-v"],
    bare: ["--insecure-skip-tls-verify"],
  },
  helm: {
    looks: /^(list|status|get|history)\b/,
    valued: ["--kube-context", "--kubeconfig", "-n", "--namespace"],
    bare: ["--debug"],
  },
  terraform: { looks: /^(show|output|validate|version)\b/, valued: [], bare: [] },
  docker: {
    looks: /^(ps|images|logs|inspect)\b/,
    valued: ["-c", "--context", "-H", "--host", "--config", "-l", "--log-level"],
    bare: ["-D", "--debug", "--tls"],
  },
  aws: {
    looks: /^(s3 ls|[a-z0-9-]+ (describe|list|get)-)/,
    valued: ["--profile", "--region", "--output", "--endpoint-url"],
    bare: ["--no-cli-pager", "--no-paginate", "--debug"],
  },
};

/** How the name of a tool or an ability that only reads begins. */
const readingName = /^(read|view|list|ls|glob|grep|rg|search|find|get|show|describe|explain|fetch|stat|check|count)/i;

/** Writ's own: they say what the work is about, and change nothing in production. */
const handshake = /^(list_active_intents|select_active_intent|request_scope_expansion|record_lesson)$/;

export default function guard(context) {
  if (!changesSomething(context)) return {};
  if (productionEnvironments.includes(context.environment.toLowerCase())) {
    return refuse(`${context.tool_name} changes something, and the environment is ${context.environment}.`);
  }
  if (context.command_is_whole === false) {
    return refuse("The command changes something, and is too long to be judged: only its beginning is known.");
  }
  const name = productionNamedIn(context);
  return name === null ? {} : refuse(`${context.tool_name} changes something, and names "${name}".`);
}

function refuse(why) {
  return {
    messages_to_user: [
      "This ability would write to production. In this environment, it is blocked.",
      `${why} Ask a person to do it, or work against another environment.`,
    ],
    error: "blocked_by_policy",
  };
}

function changesSomething(context) {
  const key = context.operation_key ?? "";
  if (context.paths.length > 0) return true;
  if (key.startsWith("command.")) return context.stage === "act" && !onlyLooks(textOf(context));
  const name = key === "" ? context.ability_id : key.split(".").at(-1);
  if (readingName.test(name) || handshake.test(name)) return false;
  // Without a key it is a plain tool, and Writ says by the stage whether it only reads.
  return key !== "" || context.stage === "act";
}

/** The whole command line where there is one; what is left of it in the summary may lack the end. */
function textOf(context) {
  return context.command ?? context.planned_input_summary ?? "";
}

function onlyLooks(line) {
  // A redirection writes; a substitution runs something that is not seen here; a line that was cut may do anything.
  if (line === "" || /[<>`]|\$\(|…$/.test(line)) return false;
  return partsOf(line).every(isLook);
}

function isLook(part) {
  const [program, ...words] = part.split(/\s+/);
  if (!Object.hasOwn(lookers, program)) return false;
  const { looks, valued, bare } = lookers[program];
  return looks.test(afterOptions(words, valued, bare).join(" "));
}

/** What is left behind the options; nothing when one of them is unknown, for then the next word may be its value. */
function afterOptions([first = "", second = "", ...rest], valued, bare) {
  if (!first.startsWith("-")) return [first, second, ...rest];
  if (bare.includes(first) || /^-[\w-]+=[^'"\\]*$/.test(first)) return afterOptions([second, ...rest], valued, bare);
  return valued.includes(first) && /^[^-'"\\][^'"\\]*$/.test(second) ? afterOptions(rest, valued, bare) : [];
}

/** The production name that speaks against the call, or null. A file that merely has such a name is not production. */
function productionNamedIn(context) {
  const key = context.operation_key ?? "";
  if (key.startsWith("change.")) return null;
  const text = textOf(context);
  if (!key.startsWith("command.")) return nameIn(`${context.ability_id} ${key} ${text}`);
  const parts = /`|\$\(|<\(/.test(text) ? [text] : partsOf(text).filter((part) => !localPrograms.test(unquoted(part)));
  return parts.map(nameIn).find((name) => name !== null) ?? null;
}

function nameIn(text) {
  // A backslash hides a letter from whoever only looks, and divides the names of a path in Windows.
  const readings = [unquoted(text), unquoted(text.replaceAll("\\", "/"))];
  for (const reading of readings) {
    const rest = harmless.reduce((left, phrase) => left.replace(phrase, ""), reading);
    const found = new RegExp(`(?<![A-Za-z0-9])(${productionNames.join("|")})(?![A-Za-z0-9])`, "i").exec(rest);
    if (found !== null) return found[1];
  }
  return null;
}

/** What a shell makes of `"pr""od"`, `pr\od` and `$'prod'`; a variable in the middle may be empty. */
function unquoted(text) {
  return text
    .replace(/\\\r?\n|\$(?=["'])|["'\\]|\$\{\w*\}|\$[@*]/g, "")
    .replace(/[ \t]+/g, " ")
    .trim();
}

/** The commands of a line, in which a summary shows line breaks as ⏎. Operators inside quotes divide it too: rather one refusal too many. */
function partsOf(line) {
  // A backslash at the end of a line goes on with the next.
  const parts = line
    .replace(/\\\r?\n/g, "")
    .split(/[;&|\n⏎]+/)
    .map((part) => part.trim());
  return parts.filter((part) => part !== "");
}
