import { type Finding, opaque as isOpaque, type Scene } from "../finding.ts";
import { lists } from "../judging/listing.ts";
import { opaque, risky, runs, several } from "../judging/make.ts";
import type { Entry, Family } from "../judging/rule.ts";
import { everyTask, putIntoLine, starts } from "../judging/scripts.ts";
import { type Arg, literal } from "../syntax/arg.ts";
import { bundlers } from "./bundlers.ts";
import { concurrent } from "./concurrently.ts";
import { formatter } from "./formatters.ts";
import { testsNode } from "./node-test.ts";
import { judgeTsc } from "./tsc.ts";

/** Tools of JavaScript and TypeScript projects. Their settings are the repository's code, so even looking runs it. */
export const nodeTools: Family = {
  programs: `vitest jest mocha ava tap tape jasmine karma wdio uvu tsd c8 nyc playwright cypress tsc vue-tsc tsgo
    svelte-check eslint prettier standard xo oxlint stylelint markdownlint markdownlint-cli2 oxfmt biome publint
    attw depcheck size-limit commitlint lint-staged graphql-codegen unimported ts-prune cspell knip dprint madge
    typedoc tsup tsdown rollup webpack parcel swc babel esbuild vite next nuxt astro ng storybook turbo lerna nx
    react-scripts prisma drizzle-kit changeset husky rimraf del-cli trash ts-node tsx babel-node nodemon concurrently dotenv pm2
    forever zx vercel netlify wrangler firebase heroku flyctl fly surge serverless sls sst railway`,
  tool: "published",
  entries: () => [
    runs("vitest", {
      options: { writes: ["outputFile"], opaque: { init: "it writes settings" } },
      yes: ["vitest run src/auth", "vitest run -t 'logs in'"],
      no: ["vitest run --root ../other", "vitest run $x"],
    }),
    runs("jest", {
      options: { writes: ["outputFile"], opaque: { init: "it writes settings" } },
      yes: ["jest --coverage src/auth"],
      no: ["jest --rootDir=/elsewhere", 'jest --config \'{"rootDir":"x"}\'', "jest -c '{}'"],
    }),
    ...several("", "mocha ava tap tape jasmine karma wdio uvu tsd", (name) =>
      runs(name, {
        ...(name === "mocha" && { habits: { writes: ["O"], reads: ["file"] } }),
        options: {
          opaque: { r: "it has other code run" },
          mild: { "node-arguments": /^--(no-warnings|enable-source-maps|max-old-space-size=\d+)$/ },
        },
        yes: [`${name} tests`],
        no: [`${name} -r ./x`, `${name} --require=x`],
      }),
    ),
    ...several("", "c8 nyc", (name) => ({
      name,
      does: "runs",
      judge: (args, scene, program) => measures(args.slice(measured(args)), scene, program),
      yes: [`${name} mocha`, `${name} vitest run`, `${name} --reporter=text --all vitest run`],
      no: [`${name} node x.js`, `${name} rm x`, `${name} --all rm x`, `${name} --require ./x mocha`, `${name} --all`],
    })),
    ...["c8 report", "nyc report"].map((name) =>
      lists(name, { form: /^(-r|--reporter|(-r=?|--reporter=)?(text|text-summary|text-lcov|json-summary|teamcity))$/ }),
    ),
    runs("playwright test", { yes: ["playwright test --list"], no: ["playwright install x", "playwright codegen x"] }),
    ...several("playwright", "show-report install install-deps codegen open", (name) =>
      opaque(name, "it fetches or opens something"),
    ),
    runs("cypress run", {
      options: {
        opaque: {
          record: "it publishes what it recorded",
          config: "it chooses folders that are emptied",
          c: "it chooses folders that are emptied",
        },
        mild: { config: emptiesNothing, c: emptiesNothing },
      },
      yes: ["cypress run --config video=false,baseUrl=http://localhost:3000", "cypress run --browser chrome"],
      no: ["cypress run --config videosFolder=src", "cypress run -c '{\"a\":1}'", "cypress run --browser ./x"],
    }),
    ...several("cypress", "verify info version", (name) => lists(name)),
    ...several("cypress", "open install", (name) => opaque(name, "it fetches or opens something")),
    {
      name: "tsc",
      also: ["vue-tsc", "tsgo"],
      does: "runs",
      asks: "runs",
      judge: judgeTsc,
      yes: [
        "tsc -b",
        "tsc --version",
        "tsc -p tsconfig.json",
        "tsc",
        "tsc --noEmit",
        "tsc --noEmit -p x",
        "cd sub && tsc --noEmit",
      ],
      no: ["tsc a.ts", "tsc @x", "tsc --outDir ../x", "tsc --init", "tsc --plugins x"],
    },
    runs("svelte-check"),
    formatter("eslint", {
      fix: /^--fix(-dry-run|-type)?$/,
      valued:
        /^(--(ext|config|format|rule|parser|plugin|ignore-pattern|ignore-path|max-warnings|cache-location|output-file|resolve-plugins-relative-to|rulesdir|fix-type)|-[cfo])$/,
      options: {
        long: ["rule"],
        writes: ["o", "output-file"],
        opaque: {
          rulesdir: "it loads other code",
          init: "it writes settings",
          "inspect-config": "it fetches a program and runs it",
        },
      },
      yes: ["eslint . --max-warnings 0", "eslint src --rule '{\"no-var\": 2}'", "eslint --ext .ts,.tsx src"],
      no: ["eslint --rulesdir x src", "eslint --resolve-plugins-relative-to /x src"],
    }),
    formatter("prettier", {
      fix: /^(--write|-\w*w\w*)$/,
      valued: /^--(config|parser|ignore-path|log-level|print-width|tab-width)$/,
      yes: ["prettier --check ."],
      no: ["prettier --plugin=/x a"],
    }),
    ...several("", "standard xo oxlint stylelint markdownlint-cli2", (name) =>
      formatter(name, { fix: /^--fix$/, valued: /^(--config|-c)$/ }),
    ),
    formatter("markdownlint", {
      fix: /^(--fix|-\w*f\w*)$/,
      valued: /^(--(config|ignore)|-[ci])$/,
      options: { opaque: { r: "it loads other code" } },
    }),
    formatter("oxfmt", { unless: /^(--check|--list-different)$/, valued: /^(--config|-c)$/ }),
    ...["check", "lint", "format", "ci"].map((verb) =>
      formatter(`biome ${verb}`, {
        fix: /^(--write|(--apply|--suppress|--apply-unsafe)(=.*)?)$/,
        valued: /^--(config-path|max-diagnostics|reporter)$/,
      }),
    ),
    ...several("", "publint attw commitlint lint-staged cspell", (name) => runs(name, { looks: true })),
    ...several("", "depcheck graphql-codegen ts-prune", (name) => runs(name)),
    runs("size-limit", { habits: { writes: ["save-bundle"] } }),
    runs("unimported", {
      options: { opaque: { u: "it writes settings", update: "it writes settings" } },
      no: ["unimported -u"],
    }),
    formatter("knip", { fix: /^--fix(-type)?$/ }),
    runs("dprint check", { looks: true }),
    ...bundlers(),
    ...several("next", "build dev start lint typegen", (name) => runs(name, { habits: { reads: ["file"] } })),
    ...several("nuxt", "build dev generate preview typecheck", runs),
    ...several("astro", "build dev check preview", runs),
    ...several("ng", "build test lint serve", runs),
    ...["ng version", "next info", "astro info", "biome explain", "biome rage", "biome version"].map((name) =>
      lists(name),
    ),
    ...several("storybook", "build dev", runs),
    ...several("turbo", "build test lint check dev", (name) => ({
      name,
      does: "runs",
      looks: true,
      judge: (args, scene, program) =>
        everyTask("turbo")([literal(name.replace("turbo ", "")), ...args], scene, program),
      yes: [name, `${name} --filter=web`, `${name} test --filter web`],
      no: [`${name} deploy`, `${name} --filter web deploy`],
    })),
    ...["turbo run", "lerna run", "nx run", "nx run-many", "nx affected"].map(
      (name): Entry => ({
        name,
        does: "runs",
        looks: true,
        judge: everyTask(name),
        yes: [name.startsWith("nx run-") || name === "nx affected" ? `${name} -t build test` : `${name} build`],
        no: [`${name} deploy`, `${name} -t deploy`, `${name} $x`],
      }),
    ),
    ...several("nx", "test build lint show graph", (name) =>
      runs(name, {
        looks: true,
        options: { writes: ["file"] },
        judge: (args, _scene, program) => putIntoLine(args, { line: name, program }),
        no: [`${name} app --args='$(id)'`, `cd /elsewhere && ${name}`],
      }),
    ),
    ...["nx report", "turbo ls"].map((name) =>
      lists(name, { form: /^(\w[\w.@/-]*|--(filter|affected|output=json|filter=[\w./@*-]+))$/ }),
    ),
    ...several("react-scripts", "test build start", (name) => runs(name)),
    risky("react-scripts eject", "rewrites the project's settings"),
    ...several("lerna", "list ls changed", (name) => runs(name, { looks: true })),
    ...several("prisma", "generate validate", runs),
    ...["prisma migrate status", "prisma version"].map((name) => lists(name)),
    ...several("prisma", "migrate db studio", (name) => risky(name, "changes a database")),
    ...several("drizzle-kit", "generate check", runs),
    ...several("drizzle-kit", "push migrate drop", (name) => risky(name, "changes a database")),
    runs("changeset status"),
    risky("changeset publish", "publishes packages"),
    risky("husky", "changes what runs at every commit"),
    ...several("", "rimraf del-cli trash", (name) => risky(name, "deletes whole folders")),
    ...several("", "ts-node tsx babel-node nodemon pm2 forever zx", (name) =>
      opaque(name, "it runs a file or another command", { asks: "runs" }),
    ),
    opaque("dotenv", "it runs another command"),
    {
      name: "concurrently",
      does: "runs",
      asks: "runs",
      judge: concurrent,
      yes: ["concurrently npm:test npm:lint", "concurrently -k -n web,api 'npm run dev' 'npm test'", "concurrently -v"],
      no: [
        "cd $x && concurrently ls",
        "concurrently npm:deploy",
        "concurrently 'npm:lint*'",
        "concurrently 'rm -rf x'",
        "concurrently $x npm:test",
      ],
    },
    {
      name: "tsx --test",
      does: "runs",
      judge: testsNode,
      yes: ["tsx --test a.test.ts"],
      no: ["tsx --test --import ./x.js", "tsx --test /elsewhere", "tsx --import ./x --test"],
    },
    ...several("", "vercel netlify wrangler firebase heroku flyctl fly surge serverless sls sst railway", (name) =>
      risky(name, "deploys", { asks: "runs" }),
    ),
  ],
};

/** Settings of Cypress that name no folder, no file and no code. */
const emptiesNothing = /^(?!.*(folder|file|trash|root|support|node|\{))/is;

function measures(command: readonly Arg[], scene: Scene, program: string): Finding {
  return command.length === 0
    ? isOpaque(`what ${program} runs is not known`, program)
    : starts(command, scene, program);
}

/** How many words say how much is measured; what follows is the command. */
function measured(args: readonly Arg[]): number {
  const known =
    /^(--(all|silent|check-coverage|clean=false|no-clean|per-file|skip-full|(reporter|lines|branches|functions|statements|include|exclude|src|extension)=[\w.*/{},-]+)|-s|--)$/;
  const end = args.findIndex(({ literal: text }) => !known.test(text ?? ""));
  return end === -1 ? args.length : end;
}
