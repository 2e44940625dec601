// PreAbilityCall: refuses what would write to production. It sees command lines and summaries, not whole payloads, so it
// is one guard among others: keep credentials for production away from agents as well.

/** Environments (`--environment`, WRIT_ENVIRONMENT) in which nothing may be changed at all. */
const productionEnvironments = ["production", "prod", "live"];

/** What production is called in commands and in the names of abilities: `prod-db`, `deploy_production`, `eu.prod`. */
const productionNames = ["production", "prod", "prd"];

/** Words that name it and mean the kind of a build, not a place. */
const harmless = [/\bNODE_ENV=production\b/g, /--(mode|configuration)[= ]production\b/g, /--omit[= ]dev\b/g];

/** Programs that change this machine only, whatever names stand beside them. */
const localPrograms = /^(git (?!push\b|remote\b)|(mkdir|touch|cp|mv|sed|tsc|eslint|prettier|jest|vitest|pytest)\b)/;

/** Commands that only look at something far away. Of those at hand, Writ itself knows which only read. */
const lookingCommands = [
  /^kubectl (get|describe|logs|top|explain|version)\b/,
  /^helm (list|status|get|history)\b/,
  /^terraform (show|output|validate|version)\b/,
  /^docker (ps|images|logs|inspect)\b/,
  /^aws (s3 ls|[a-z0-9-]+ (describe|list|get)-)/,
];

/** How the name of a tool or an ability that only reads begins. */
const readingName = /^(read|view|list|ls|glob|grep|rg|search|find|get|show|describe|explain|fetch|stat|check|count)/i;

/** Writ's own: they say what the work is about, and change nothing in production. */
const handshake = /^(list_active_intents|select_active_intent|request_scope_expansion|record_lesson)$/;

export default function guard(context) {
  if (!changesSomething(context)) return {};
  if (productionEnvironments.includes(context.environment.toLowerCase())) {
    return refuse(`${context.tool_name} changes something, and the environment is ${context.environment}.`);
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
  return partsOf(line).every((part) => lookingCommands.some((command) => command.test(part)));
}

/** The production name that speaks against the call, or null. A file that merely has such a name is not production. */
function productionNamedIn(context) {
  const key = context.operation_key ?? "";
  if (key.startsWith("change.")) return null;
  const text = textOf(context);
  if (!key.startsWith("command.")) return nameIn(`${context.ability_id} ${key} ${text}`);
  const parts = /`|\$\(|<\(/.test(text) ? [text] : partsOf(text).filter((part) => !localPrograms.test(part));
  return parts.map(nameIn).find((name) => name !== null) ?? null;
}

function nameIn(text) {
  const rest = harmless.reduce((left, phrase) => left.replace(phrase, ""), text);
  const found = new RegExp(`(?<![A-Za-z0-9])(${productionNames.join("|")})(?![A-Za-z0-9])`, "i").exec(rest);
  return found === null ? null : found[1];
}

/** The commands of a line, in which a summary shows line breaks as ⏎. Operators inside quotes divide it too: rather one refusal too many. */
function partsOf(line) {
  const parts = line.split(/[;&|\n⏎]+/).map((part) => part.trim());
  return parts.filter((part) => part !== "");
}
