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
    formatter(`${program} fmt`, { unless: /^(-check|--check|-write=false|--write=false)$/ }),
    risky(`${program} providers lock`, elsewhere),
    risky(`${program} providers mirror`, elsewhere),
    ...several(
      program,
      "apply destroy import taint untaint state workspace init plan refresh output console login force-unlock show test",
      (name) => risky(name, elsewhere),
    ),
  ]);
