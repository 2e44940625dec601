// SessionStop: builds the services this session changed, two at a time, and says where the first error is.
// How each kind of service is found and built is in build-check/.
import { firstError, lastLines } from "./build-check/first-error.mjs";
import { heldBackBy } from "./build-check/held-back.mjs";
import { planFor, servicesOf } from "./build-check/services.mjs";

const atOnce = 2;
const record = ".system/cache/build_check.json";
/** Where Writ puts what a handler says for the log. */
const log = ".system/logs/hooks.log";

export default async function check(context, tools) {
  const { changed_files: changed, files_touched: touched = changed } = context;
  const services = servicesOf(tools.root, changed);
  if (services.length === 0) return {};
  // First, so that whoever looks meanwhile sees that it runs; it also makes .system/cache/, which git ignores.
  await tools.updateJson(record, (last) => ({ ...last, begun: context.timestamp }));
  const results = await inParallel(services, (service) => build(service, [...changed, ...touched], tools));
  const kept = results.map(({ end, ...result }) => result);
  await tools.updateJson(record, () => ({ time: context.timestamp, session: context.session_id, services: kept }));
  return { messages_to_user: messagesFor(results), ...followUpFor(results), logs: results.flatMap(logOf) };
}

/** One service: held back, without a command, or built. */
async function build(service, touched, tools) {
  const plan = planFor(tools.root, service);
  const about = { service: service.label, folder: service.folder };
  if (plan.none !== undefined) return { ...about, status: "none", reason: plan.none };
  const command = plan.command.join(" ");
  const shown = plan.cwd === "." ? `\`${command}\`` : `\`${command}\` in ${plan.cwd}`;
  const changed = heldBackBy(tools.root, service, plan, touched);
  if (changed !== null) return { ...about, status: "held", command: shown, reason: changed };
  const { code, stdout, stderr, timedOut } = await tools.run(plan.command, { cwd: plan.cwd });
  if (timedOut) return { ...about, status: "late", command: shown };
  if (code === 0) return { ...about, status: "success", command: shown };
  if (code === 127 && stdout === "") return { ...about, status: "missing", command: shown, reason: plan.command[0] };
  const output = `${stdout}\n${stderr}`;
  // A script at the root may have the compiler run in the service's own folder.
  const error = firstError(output, tools.root, [service.folder, plan.cwd]);
  return {
    ...about,
    status: "failed",
    command: shown,
    code,
    ...(error === null ? { end: lastLines(output) } : { error }),
  };
}

async function inParallel(items, work) {
  const results = [];
  const rest = items.entries();
  const worker = async () => {
    for (const [index, item] of rest) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

const sentences = {
  success: () => "success.",
  failed: ({ error, code, end }) =>
    error === undefined
      ? `failed (exit code ${code}), and the output names no file of this repository.${whereIs(end)}`
      : `failed with ${[error.language, "error"].filter(Boolean).join(" ")} in ${error.path}:${error.line}.`,
  late: () => "not finished in time.",
  missing: ({ reason }) => `could not be run, because ${reason} was not found.`,
  none: ({ reason }) => `not run, because there is no command for it. ${reason}`,
  held: ({ reason, command }) =>
    `not run, because this session changed ${reason}, which is part of it. Look at that, then run ${command}.`,
};

const whereIs = (end) => (end.length === 0 ? "" : ` Its last lines are in ${log}.`);

function messagesFor(results) {
  const ran = results.filter(({ status }) => ["success", "failed", "late"].includes(status));
  const commands = [...new Set(ran.map(({ command }) => command))];
  const each = results.map((result) => `${titleOf(result.service)} build: ${sentences[result.status](result)}`);
  return [
    ...(ran.length === 0 ? [] : [`Ran ${listOf(commands)} for modified ${ran.length > 1 ? "services" : "service"}.`]),
    ...each,
    ...(results.some(({ status }) => status === "failed") ? ["Recommend fixing this before merging."] : []),
    ...(firstErrorOf(results) === undefined ? [] : ["The file with the error waits in `writ followups`."]),
  ];
}

const firstErrorOf = (results) => results.find((result) => result.error !== undefined)?.error;

function followUpFor(results) {
  const error = firstErrorOf(results);
  if (error === undefined) return {};
  return { follow_up_actions: [{ kind: "open_file", payload: { path: error.path, line: error.line } }] };
}

/** What the compiler said goes to the log, not to the person's screen. */
const logOf = ({ service, error, end = [] }) =>
  (error === undefined ? end : [error.text]).map((line) => ({
    level: "error",
    message: `${service}: ${line.slice(0, 300)}`,
  }));

const titleOf = (name) => name.charAt(0).toUpperCase() + name.slice(1);

const listOf = (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`);
