import { fail, type Session } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import { defineCommand, required, text } from "../../command.ts";
import { findIntent } from "../../intents.ts";
import type { Context } from "../../io.ts";
import { notFound } from "../../not-found.ts";
import { governingSession } from "../../person.ts";

export default defineCommand({
  name: "select",
  summary: "Take up an intent in an agent's session",
  about:
    "Agents run this, or call the tool select_active_intent. It prints what the agent needs to know: scope, rules, criteria, recent changes.",
  who: "anyone",
  args: { id: required("the intent") },
  options: { session: text("ID", "the session; found by itself inside an agent") },
  examples: [
    ["intent select INT-001", "inside an agent"],
    ["intent select INT-001 --session 4f2a", "for a session that is known by id"],
  ],

  async run({ id, session: wanted, json }, context) {
    const writ = await context.openWrit();
    await findIntent(writ, id);
    const { id: session, agent, model } = await sessionFor(writ, wanted, id, context);
    const selection = await writ.select({ id: session, agent, ...(model !== undefined && { model }) }, id, "cli");
    context.print(json ? JSON.stringify(selection.json, null, 2) : selection.xml);
    return 0;
  },
});

async function sessionFor(writ: Writ, wanted: string | undefined, intent: string, context: Context): Promise<Session> {
  const sessions = await writ.sessions.list();
  const found =
    wanted === undefined
      ? governingSession(await context.ancestors(), sessions)
      : sessions.find((session) => session.id === wanted);
  if (found !== null && found !== undefined) return found;
  const known = sessions.filter(({ endedAt }) => endedAt === undefined).map(({ id }) => id);
  const fix =
    known.length === 0 ? "No session is known yet: start the agent first." : `Known sessions: ${known.join(", ")}`;
  if (wanted !== undefined) throw notFound(`There is no session ${wanted}.`, fix);
  throw fail("USAGE", {
    message: `An intent is selected in an agent's session, and this terminal is not inside one. Tell the agent to work on ${intent}; it selects the intent itself.`,
    fix: `To do it from here, name the session: writ intent select ${intent} --session ID. ${fix}`,
  });
}
