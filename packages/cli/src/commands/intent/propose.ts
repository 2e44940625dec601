import { fail, type Proposal } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import { defineCommand, many, text } from "../../command.ts";
import { readIntents } from "../../intents.ts";
import { governingSession } from "../../person.ts";
import { requireScope } from "../../scopes.ts";
import { visible } from "../../text/visible.ts";

/** Ids that only name a proposal; the intent gets one of its own when it is accepted. */
export const placeholder = /^PROPOSAL-\d+$/;

export default defineCommand({
  name: "propose",
  summary: "Propose an intent; it grants nothing until a person accepts it",
  who: "anyone",
  args: {},
  options: {
    id: text("ID", "the id it should get"),
    name: text("NAME", "what is to be done"),
    scope: many("GLOB", "files it would own"),
    reason: text("TEXT", "why it is needed"),
    constraint: many("TEXT", "a rule to keep"),
    criterion: many("TEXT", "what must be true when it is done"),
    session: text("ID", "the session that proposes"),
  },
  examples: [
    ['intent propose --name "Rate limits" --scope "src/http/**" --reason "login is brute-forced"', ""],
    ["intent accept PROPOSAL-1", "what the person then runs"],
  ],

  async run({ json, ...given }, context) {
    const { name, reason } = given;
    if (name === undefined || name.trim() === "") throw missing("--name NAME");
    if (given.scope.length === 0) throw missing("--scope GLOB");
    if (reason === undefined || reason.trim() === "") throw missing("--reason TEXT");
    const scope = requireScope(given.scope);
    const writ = await context.openWrit();
    const taken = await idsInUse(writ);
    if (given.id !== undefined && taken.has(given.id)) {
      throw fail("USAGE", { message: `${given.id} is already in use.`, fix: "Leave --id out, or choose another." });
    }
    const session =
      given.session ?? governingSession(await context.ancestors(), await writ.sessions.list())?.id ?? "cli";
    const proposal: Proposal = {
      id: given.id ?? nextPlaceholder(taken),
      name,
      ownedScope: scope,
      constraints: [...given.constraint],
      acceptanceCriteria: [...given.criterion],
      reason,
      session,
      proposedAt: context.now(),
    };
    await writ.state.addProposal(proposal);
    if (json) context.print(JSON.stringify({ id: proposal.id, proposed: true }));
    else {
      context.print(`Proposed ${visible(proposal.id)}. It grants nothing yet.`);
      context.print(`Ask the person to look at it and run: writ intent accept ${visible(proposal.id)}`);
    }
    return 0;
  },
});

async function idsInUse(writ: Writ): Promise<Set<string>> {
  const intents = await readIntents(writ);
  const proposals = await writ.state.listProposals();
  return new Set([...intents, ...proposals].map(({ id }) => id));
}

/** The first free `PROPOSAL-n`. */
export function nextPlaceholder(taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const id = `PROPOSAL-${number}`;
    if (!taken.has(id)) return id;
  }
}

function missing(what: string) {
  return fail("USAGE", {
    message: `${what} is missing.`,
    fix: "A proposal needs --name, --scope and --reason; see: writ intent propose --help",
  });
}
