import { literal } from "../arg.ts";
import type { Entry, Family } from "../rule.ts";
import { judgeTsc } from "../tsc.ts";
import { formatter } from "./formatters.ts";
import { opaque, risky, runs, several, words } from "./make.ts";
import { everyTask, starts } from "./scripts.ts";

/** Tools of JavaScript and TypeScript projects. Their settings are the repository's code, so even looking runs it. */
export const nodeTools: Family = {
  programs: `vitest jest mocha ava tap tape jasmine karma wdio uvu tsd c8 nyc playwright cypress tsc vue-tsc tsgo
    svelte-check eslint prettier standard xo oxlint stylelint markdownlint markdownlint-cli2 oxfmt biome publint
    attw depcheck size-limit commitlint lint-staged graphql-codegen unimported ts-prune cspell knip dprint madge
    typedoc tsup tsdown rollup webpack parcel swc babel esbuild vite next nuxt astro ng storybook turbo lerna nx
    prisma drizzle-kit changeset husky rimraf del-cli trash ts-node tsx babel-node nodemon concurrently dotenv pm2
    forever zx vercel netlify wrangler firebase heroku flyctl fly surge serverless sls sst railway`,
  entries: () => [
    runs("vitest", {
      options: { writes: ["outputFile"], opaque: { init: "it writes settings" } },
      yes: ["vitest run src/auth", "vitest run -t 'logs in'"],
      no: ["vitest run --root ../other", "vitest run $x"],
    }),
    runs("jest", {
      options: { writes: ["outputFile"], opaque: { init: "it writes settings" } },
      yes: ["jest --coverage src/auth"],
      no: ["jest --rootDir=/elsewhere"],
    }),
    ...several("", "mocha ava tap tape jasmine karma wdio uvu tsd", (name) =>
      runs(name, {
        options: { opaque: { r: "it has other code run" } },
        yes: [`${name} tests`],
        no: [`${name} -r ./x`, `${name} --require=x`],
      }),
    ),
    ...several("", "c8 nyc", (name) => ({
      name,
      does: "runs",
      judge: starts,
      yes: [`${name} mocha`, `${name} vitest run`],
      no: [`${name} node x.js`, `${name} rm x`],
    })),
    runs("playwright test", { yes: ["playwright test --list"], no: ["playwright install x", "playwright codegen x"] }),
    ...several("playwright", "show-report install install-deps codegen open", (name) =>
      opaque(name, "it fetches or opens something"),
    ),
    runs("cypress run"),
    ...several("cypress", "open install", (name) => opaque(name, "it fetches or opens something")),
    {
      name: "tsc",
      also: ["vue-tsc", "tsgo"],
      does: "runs",
      asks: "runs",
      judge: judgeTsc,
      yes: ["tsc -b", "tsc --version", "tsc -p tsconfig.json", "tsc", "tsc --noEmit -p x", "cd sub && tsc --noEmit"],
      no: ["tsc --noEmit", "tsc a.ts", "tsc @x", "tsc --outDir ../x", "tsc --init", "tsc --plugins x"],
    },
    runs("svelte-check"),
    formatter("eslint", {
      fix: /^--fix(-dry-run|-type)?$/,
      valued:
        /^(--(ext|config|format|rule|parser|plugin|ignore-pattern|ignore-path|max-warnings|cache-location|output-file|resolve-plugins-relative-to|rulesdir|fix-type)|-[cfo])$/,
      options: {
        long: ["rule"],
        writes: ["o", "output-file"],
        opaque: { rulesdir: "it loads other code", init: "it writes settings" },
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
    formatter("markdownlint", { fix: /^(--fix|-\w*f\w*)$/, valued: /^(--(config|ignore)|-[ci])$/ }),
    formatter("oxfmt", { unless: /^(--check|--list-different)$/, valued: /^(--config|-c)$/ }),
    ...["check", "lint", "format", "ci"].map((verb) =>
      formatter(`biome ${verb}`, {
        fix: /^(--write|(--apply|--suppress|--apply-unsafe)(=.*)?)$/,
        valued: /^--(config-path|max-diagnostics|reporter)$/,
      }),
    ),
    ...several(
      "",
      "publint attw depcheck size-limit commitlint lint-staged graphql-codegen unimported ts-prune cspell",
      (name) => runs(name),
    ),
    formatter("knip", { fix: /^--fix(-type)?$/ }),
    runs("dprint check"),
    ...several("", "madge typedoc tsup tsdown rollup webpack parcel swc babel", bundles),
    runs("esbuild", {
      options: { writes: ["outfile", "outdir"] },
      yes: ["esbuild a.ts --bundle --outfile=dist/a.js"],
      no: ["esbuild --serve=x --outfile=/elsewhere/x"],
    }),
    ...several("vite", "build dev preview optimize", runs),
    ...several("next", "build dev start lint typegen", runs),
    ...several("nuxt", "build dev generate preview typecheck", runs),
    ...several("astro", "build dev check preview", runs),
    ...several("ng", "build test lint serve", runs),
    ...several("storybook", "build dev", runs),
    ...several("turbo", "build test lint check dev", (name) => ({
      name,
      does: "runs",
      judge: (args, scene, program) =>
        everyTask("turbo")([literal(name.replace("turbo ", "")), ...args], scene, program),
      yes: [name, `${name} --filter=web`, `${name} test --filter web`],
      no: [`${name} deploy`, `${name} --filter web deploy`],
    })),
    ...["turbo run", "lerna run", "nx run", "nx run-many", "nx affected"].map(
      (name): Entry => ({
        name,
        does: "runs",
        judge: everyTask(name),
        yes: [name.startsWith("nx run-") || name === "nx affected" ? `${name} -t build test` : `${name} build`],
        no: [`${name} deploy`, `${name} -t deploy`, `${name} $x`],
      }),
    ),
    ...several("nx", "test build lint show graph", (name) => runs(name, { options: { writes: ["file"] } })),
    ...several("lerna", "list ls changed", (name) => runs(name)),
    ...several("prisma", "generate validate", runs),
    ...several("prisma", "migrate db studio", (name) => risky(name, "changes a database")),
    ...several("drizzle-kit", "generate check", runs),
    ...several("drizzle-kit", "push migrate drop", (name) => risky(name, "changes a database")),
    runs("changeset status"),
    risky("changeset publish", "publishes packages"),
    risky("husky", "changes what runs at every commit"),
    ...several("", "rimraf del-cli trash", (name) => risky(name, "deletes whole folders")),
    ...several("", "ts-node tsx babel-node nodemon concurrently dotenv pm2 forever zx", (name) =>
      opaque(name, "it runs a file or another command"),
    ),
    ...several("", "vercel netlify wrangler firebase heroku flyctl fly surge serverless sls sst railway", (name) =>
      risky(name, "deploys"),
    ),
  ],
};

/** A bundler writes where it is told, or where the repository's settings say. */
function bundles(name: string): Entry {
  const writes = words("o d out out-dir out-file outDir output-path output-dir dist-dir dir file image json");
  return runs(name, {
    options: { writes },
    yes: [[`${name} --out-dir dist`, ["modify dist"]]],
    no: [`${name} --out-dir ../x`, `${name} --require ./x`],
  });
}
