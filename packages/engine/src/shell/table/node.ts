import { pointedElsewhere } from "../judging/doubt.ts";
import { lists } from "../judging/listing.ts";
import { opaque, reads, risky, runs, several, words } from "../judging/make.ts";
import type { Entry, Family } from "../judging/rule.ts";
import { namedScript } from "../judging/scripts.ts";
import { orders } from "../judging/steering-names.ts";
import { packageReasons } from "../judging/verb-reasons.ts";
import { literal } from "../syntax/arg.ts";
import { formatter } from "./formatters.ts";
import { evaluates, execs, inEach, inWorkspace, optionsOf, runsScript, shorthand } from "./node-judges.ts";
import { testsNode } from "./node-test.ts";
import { installing } from "./packages.ts";

/** Verbs that install what is listed or named, by manager. */
const installers: Readonly<Record<string, string>> = {
  npm: "i add ci in clean-install update up uninstall rm remove dedupe prune rebuild install-test",
  pnpm: "i add update up remove rm dedupe prune rebuild fetch",
  yarn: "add up upgrade remove dedupe",
  bun: "i add update remove",
};

/** What npm, pnpm, yarn and bun have in common: what the repository lists is its own, publishing is not. */
const common = (): Entry[] =>
  Object.entries(installers).flatMap(([manager, others]): Entry[] => [
    opaque(manager, "what it does with this verb is not known", {
      asks: manager === "npm" ? "reads" : "runs",
      looks: true,
      ...(/^p?npm$/.test(manager) && { habits: { writes: ["cache"], reads: ["prefix", "dir"] } }),
      options: optionsOf(manager),
      before: (options, scene) =>
        pointedElsewhere(options, {}, scene, { line: manager, program: manager })?.reason ?? scene,
      ...(manager !== "npm" && { judge: shorthand }),
      yes: [`${manager} frobnicate`, `${manager} --prefix ../other run build`, `${manager} --frob test`],
      no: [`${manager} --version`, `${manager} test`],
    }),
    runs(`${manager} test`, {
      ...(manager === "bun" && { options: { opaque: { r: "it has other code run" } } }),
      ...(manager === "npm" && { also: ["npm t", "npm tst"] }),
      yes: [`${manager} test`, `${manager} test -- --run src/a.test.ts`],
      no: [`${manager} test --prefix ../other`, `${manager} test -- $(cat x)`, `${manager} testx`],
    }),
    {
      name: `${manager} run`,
      ...(manager === "npm" && { also: ["npm run-script"] }),
      does: "runs",
      judge: runsScript(manager),
      yes: [`${manager} run build`, `${manager} run test:unit -- --watch=false`, `${manager} run --silent lint`],
      no: [
        `${manager} run deploy`,
        `${manager} run build:prod`,
        `${manager} run build --script-shell=x`,
        `${manager} run $x`,
        `${manager} run --frob test deploy`,
      ],
    },
    {
      name: `${manager} install`,
      also: words(others).map((verb) => `${manager} ${verb}`),
      does: "runs",
      judge: installing(`${manager} install`),
      yes: [`${manager} install`, `${manager} install --frozen-lockfile`, `${manager} add -D @types/node@20 zod`],
      no: [
        ...["https://x/y.tgz", "../x", "git+ssh://x", "a/b", "./x.tgz", "x@github:a/b", "$x"].map(
          (from) => `${manager} add ${from}`,
        ),
        `${manager} install --registry=x`,
        `${manager} add -g x`,
      ],
    },
    {
      name: `${manager} exec`,
      does: "runs",
      judge: execs,
      yes: [`${manager} exec vitest run`, `${manager} exec -- eslint src`],
      no: [`${manager} exec -c 'rm -rf /'`, `${manager} exec frob`, `${manager} exec vitest@latest`],
    },
    ...[...packageReasons].map(([verb, why]) => risky(`${manager} ${verb}`, why)),
    ...several(manager, "dlx create init x", (name) => opaque(name, "it fetches code and runs it")),
  ]);

const looking = {
  flags: "gla",
  long: words(
    "depth all json long parseable prod production dev omit include global workspace workspaces versions silent",
  ),
};

/** The package managers of JavaScript, with what each has for itself. */
export const node: Family = {
  programs: `npm pnpm yarn bun npx bunx pnpx node deno`,
  entries: () => [
    ...common(),
    ...several(
      "npm",
      "ls list ll outdated view info show why explain root prefix bin search help help-search docs fund ping query",
      (name) =>
        reads(name, {
          options: looking,
          yes: [`${name} x`, `${name} --json`],
          no: [`${name} --prefix ../x`, `${name} x > y`],
        }),
    ),
    runs("npm start"),
    ...several("npm", "stop restart", (name) => ({
      name,
      does: "opaque",
      judge: (args, scene, program) => namedScript("npm")([literal(name.slice(4)), ...args], scene, program),
      yes: [name, `${name} -- x`],
      no: ["npm start"],
    })),
    ...several("", "npm@audit pnpm@audit yarn@audit", (name) =>
      runs(name.replace("@", " "), {
        options: { orders },
        no: ["fix", "--json fix", "--fix"].map((words) => `${name.replace("@", " ")} ${words}`),
      }),
    ),
    // It fetches what it is named, and may run what that says is to be prepared.
    ...several("", "npm@pack pnpm@pack yarn@pack", (name) =>
      runs(name.replace("@", " "), {
        options: {
          valued: "w",
          longValued: words("workspace filter loglevel"),
          writes: ["pack-destination"],
          orders: /^(?![-.])/,
        },
        yes: ["", " --dry-run", " ./packages/web"].map((words) => name.replace("@", " ") + words),
        no: ["../other", "a/b", "github:a/b", "x", "--json a/b"].map((words) => `${name.replace("@", " ")} ${words}`),
      }),
    ),
    reads("npm pkg get", { yes: ["npm pkg get version"] }),
    ...several("npm pkg", "set delete fix", (name) => opaque(name, "it rewrites package.json")),
    ...several("npm config", "get list ls", (name) => reads(name)),
    ...several("npm config", "set delete edit fix", (name) => risky(name, "changes settings")),
    ...several("npm", "cache set edit explore profile org hook star", (name) =>
      risky(name, "changes more than this repository"),
    ),
    ...several("pnpm", "ls list ll outdated why root bin licenses start", (name) => runs(name)),
    ...["pnpm store path", "pnpm store status", "bun pm ls", "bun pm bin", "bun pm hash"].map((name) => lists(name)),
    risky("pnpm deploy", "deploys"),
    ...several("yarn", "list outdated why info licenses start", (name) => runs(name)),
    ...several("yarn", "npm set config policies plugin", (name) => risky(name, "publishes, or changes settings")),
    ...["yarn workspaces list", "yarn workspaces info"].map((name) =>
      lists(name, { form: /^(-[vR]|--(json|verbose|recursive|no-private))$/ }),
    ),
    {
      name: "yarn workspaces foreach",
      does: "runs",
      judge: inEach,
      yes: ["yarn workspaces foreach -A run test", "yarn workspaces foreach --all --parallel run build"],
      no: [
        "yarn workspaces foreach -A run deploy",
        "yarn workspaces foreach -A exec rm x",
        "yarn workspaces foreach -A",
      ],
    },
    {
      name: "yarn workspace",
      does: "runs",
      judge: inWorkspace,
      yes: ["yarn workspace web test"],
      no: ["yarn workspace web publish", "yarn workspace"],
    },
    runs("bun build", {
      options: { writes: ["outdir", "outfile"] },
      yes: ["bun build a.ts --outdir=dist"],
      no: ["bun build ../x"],
    }),
    runs("bun outdated"),
    {
      name: "npx",
      also: ["bunx", "pnpx"],
      does: "runs",
      asks: "reads",
      judge: execs,
      yes: ["npx vitest run", "npx --no-install eslint src", "npx -y prettier --check .", "npx tsc --noEmit"],
      no: [
        "npx frob",
        "npx vitest@latest",
        "npx -p x y",
        "npx -c 'rm x'",
        "npx create-x",
        "npx ./x",
        "npx --version",
        "npx -y nox",
      ],
    },
    {
      name: "node --test",
      does: "runs",
      judge: testsNode,
      yes: ["node --test tests", "node --test --test-name-pattern=x --watch"],
      no: ["node --test --import ./x.js", "node --test /elsewhere", "node --import ./x --test", "node --test -r ./x"],
    },
    {
      name: "node --run",
      does: "runs",
      judge: namedScript("npm run"),
      yes: ["node --run test"],
      no: ["node --run deploy", "node --run test --import ./x", "node --import ./x --run test"],
    },
    reads("node --check", {
      also: ["node -c"],
      proof: (args) => (args.every(({ literal }) => /^[^-]/.test(literal ?? "")) ? null : "it may run something"),
      yes: ["node --check a.js"],
      no: ["node --check -r ./x a.js", "node --check --import ./x a.js"],
    }),
    ...several("deno", "test check doc info bench", (name) =>
      runs(name, { yes: [`${name} a.ts`], no: [`${name} npm:x`, `${name} jsr:@a/x`, `${name} --preload=npm:x`] }),
    ),
    {
      name: "deno task",
      does: "runs",
      judge: namedScript("deno task"),
      yes: ["deno task build"],
      no: ["deno task deploy"],
    },
    {
      name: "deno eval",
      does: "opaque",
      judge: evaluates,
      yes: ["deno eval 'Deno.exit(1)'", "deno eval 'import(1)'", "deno eval --allow-all 'console.log(1)'"],
      no: ["deno eval 'console.log(1)'", "deno eval -p '1 + 1'"],
    },
    formatter("deno lint", { fix: /^--fix$/ }),
    formatter("deno fmt", { unless: /^--check$/ }),
    opaque("deno", "it runs a file or fetches code", {
      asks: "reads",
      yes: ["deno run x.ts", "deno eval Deno.x", "deno install x"],
      no: ["deno --version"],
    }),
  ],
};
