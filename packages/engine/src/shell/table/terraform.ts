import { lists } from "../judging/listing.ts";
import { opaque, risky, runs, several } from "../judging/make.ts";
import type { Entry } from "../judging/rule.ts";
import { formatter } from "./formatters.ts";

const elsewhere = "reaches into what runs elsewhere";

/** Terraform and its twin: files are checked here; a plan, its state and what it printed are not for everybody. */
export const terraform = (): Entry[] =>
  ["terraform", "tofu"].flatMap((program): Entry[] => [
    opaque(program, "what it does with this verb is not known", {
      asks: "reads",
      yes: [`${program} frob`, `${program} -chdir=x plan`],
    }),
    ...several(program, "version -version validate graph", (name) => runs(name)),
    ...[`${program} providers`, `${program} state list`, `${program} workspace list`, `${program} workspace show`].map(
      (name) => lists(name, { form: /^\w[\w.-]*$/ }),
    ),
    // Without a backend it fetches what the repository's lock file lists, and reaches no state.
    lists(`${program} init`, {
      form: /^-(backend=false|input=false|no-color|lockfile=readonly)$/,
      needs: /^-backend=false$/,
      yes: [`${program} init -backend=false`, `${program} init -backend=false -input=false`],
      no: [
        `${program} init`,
        `${program} init -backend=false -upgrade`,
        `${program} init -backend=false -from-module=x`,
      ],
    }),
    formatter(`${program} fmt`, { unless: /^(-check|--check|-write=false|--write=false)$/ }),
    risky(`${program} providers lock`, elsewhere),
    risky(`${program} providers mirror`, elsewhere),
    ...several(
      program,
      "apply destroy import taint untaint state workspace plan refresh output console login force-unlock show test",
      (name) => risky(name, elsewhere),
    ),
  ]);
