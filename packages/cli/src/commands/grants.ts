import { fail } from "@writ/contracts";
import { vouch } from "../answers.ts";
import { defineCommand, flag, optional } from "../command.ts";
import { grantJson, grantLines, grantsInForce } from "../grants.ts";
import { notFound } from "../not-found.ts";
import { plural } from "../text/table.ts";
import { visible } from "../text/visible.ts";

export const grantsList = defineCommand({
  name: "list",
  summary: "Show what may run without another question, and until when",
  who: "person",
  args: {},
  options: {},
  examples: [
    ["grants list", "what did I allow, for how much longer, and how often was it used?"],
    ["grants list --json", "the same for programs"],
  ],

  async run({ json }, context) {
    const writ = await context.openWrit();
    const grants = await grantsInForce(writ, context.now());
    if (json) context.print(JSON.stringify(grants.map(grantJson), null, 2));
    else if (grants.length === 0) context.print("No grant is in force. Give one with: writ approve <ticket> --for 1h");
    else {
      for (const line of grantLines(grants, context)) context.print(line);
      context.print("Take one back with: writ grants revoke <id>, or all: writ grants revoke --all");
    }
    return 0;
  },
});

export const grantsRevoke = defineCommand({
  name: "revoke",
  summary: "Take a grant back",
  about: "From then on the command is asked about again. A command that already runs is not stopped.",
  who: "person",
  args: { grant: optional("the grant's id") },
  options: { all: flag("all that are in force") },
  examples: [
    ["grants revoke G-7K2M4P", "this one"],
    ["grants revoke --all", "everything asks again"],
  ],

  async run({ grant: id, all, json }, context) {
    if ((id === undefined) === !all)
      throw fail("USAGE", {
        message: "Say which grant, or --all.",
        fix: "See what is in force with: writ grants",
      });
    const writ = await context.openWrit();
    const inForce = await grantsInForce(writ, context.now());
    const found = id === undefined ? null : await writ.grants.read(id);
    const meant = all ? inForce : inForce.filter((grant) => grant.id === found?.id);
    if (!all && meant.length === 0) {
      const said = found === null ? `There is no grant ${id}.` : `Grant ${found.id} holds no more.`;
      throw notFound(
        said,
        inForce.length === 0 ? "No grant is in force." : `In force: ${inForce.map((one) => one.id).join(", ")}`,
      );
    }
    const who = await vouch(writ, context);
    const revoked: string[] = [];
    for (const grant of meant) if (await writ.revoke(grant.id, who)) revoked.push(grant.id);
    if (json) context.print(JSON.stringify({ revoked }));
    else
      context.print(
        all ? `Took back ${plural(revoked.length, "grant")}.` : `Took back ${revoked.map(visible).join(", ")}.`,
      );
    return 0;
  },
});
