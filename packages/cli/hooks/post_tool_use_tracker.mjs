// PostAbilityCall: one entry in .system/logs/tool_call.md, and one more use in .system/cache/ability_usage.json.
// Runs after every call, in several processes at once: `append` and `updateJson` lose nothing then.

const log = ".system/logs/tool_call.md";
const usage = ".system/cache/ability_usage.json";
const rotateBytes = 2 * 1024 * 1024;
/** From this many uses on an ability counts as a frequent one. */
const frequent = 10;
/** Names come from agents, so their number has to end somewhere: the ones unused for longest go first. */
const mostAbilities = 500;

export default async function track(context, tools) {
  // `writ hooks run` and `writ hooks test`: nothing was called.
  if (context.agent === "person" || context.session_id === "by-hand") return { logs: [notCounted] };
  const entry = entryOf(context);
  await tools.append(log, entry, { rotateBytes });
  const noted = await appendToTask(context.tool_call_path, entry, tools);
  const count = await countUse(context, tools);
  return {
    logs: [{ level: "info", message: `Logged ${shown(context.ability_id)} usage to tool_call.md` }, ...noted],
    usage_recorded: true,
    ...(count >= frequent && { update_matcher_suggestions: [suggestionFor(context.ability_id, count)] }),
  };
}

const notCounted = { level: "info", message: "Not logged or counted: the event was made by hand" };

/** One call as a Markdown list item: readable as it is, and one item however odd the call was. */
function entryOf(context) {
  const key = context.operation_key === undefined ? "" : ` (${shown(context.operation_key)})`;
  const facts = [
    context.timestamp,
    `**${shown(context.ability_id)}**${key}`,
    context.status,
    durationOf(context.duration_ms),
    `session ${shown(context.session_id)}`,
    context.intent === undefined ? undefined : `intent ${shown(context.intent)}`,
  ];
  const lines = [`- ${facts.filter((fact) => fact !== undefined).join(" · ")}`];
  if (context.input_summary) lines.push(`  - input: \`${shown(context.input_summary)}\``);
  if (context.output_summary) lines.push(`  - output: \`${shown(context.output_summary)}\``);
  return `${lines.join("\n")}\n`;
}

function durationOf(ms) {
  if (ms === undefined) return undefined;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** One line without hidden characters, and without what would end the code or the bold text it is shown in. */
function shown(text) {
  const line = String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
  return line.replaceAll("`", "'").replaceAll("**", "* *").slice(0, 300);
}

/** Where tasks keep their own logs. */
const taskLog = /^\.system[\\/]implement[\\/](?:[^\\/]+[\\/])*tool_call\.md$/;

/** A task's own log. Its path comes from the call, so only one that is there, in its place, is written. */
async function appendToTask(path, entry, tools) {
  if (path === undefined || path === log) return [];
  try {
    if (!taskLog.test(path)) throw new Error("only a tool_call.md below .system/implement/ is written");
    await tools.append(path, entry, { existing: true });
    return [];
  } catch (error) {
    return [{ level: "warn", message: `Nothing was written to tool_call_path ${shown(path)}: ${error.message}` }];
  }
}

async function countUse({ ability_id: id, status, duration_ms: ms = 0, timestamp }, tools) {
  let count = 1;
  await tools.updateJson(usage, (all) => {
    const before = Object.hasOwn(all, id) ? all[id] : undefined;
    count = whole(before?.count) + 1;
    const use = {
      count,
      failures: whole(before?.failures) + (status === "failure" ? 1 : 0),
      lastUsed: timestamp,
      totalMs: whole(before?.totalMs) + Math.round(ms),
    };
    return latest([...Object.entries(all).filter(([other]) => other !== id), [id, use]]);
  });
  return count;
}

/** What somebody wrote there by hand may be anything. */
const whole = (value) => (Number.isFinite(value) ? value : 0);

function latest(entries) {
  if (entries.length <= mostAbilities) return Object.fromEntries(entries);
  const byUse = entries.sort(([, one], [, other]) => (String(one?.lastUsed) < String(other?.lastUsed) ? 1 : -1));
  return Object.fromEntries(byUse.slice(0, mostAbilities));
}

/** 0.7 at ten uses, nearer to 1 with every further one. */
function suggestionFor(id, count) {
  return { ability_id: id, signal: "frequent_usage", weight: Math.round((1 - 3 / count) * 100) / 100 };
}
