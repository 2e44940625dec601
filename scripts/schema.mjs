// Writes the JSON Schemas of the files people edit, made from the schemas of the contracts: `npm run schema`.
// `--check` changes nothing, and fails when one is out of date.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { root } from "./source-hash.mjs";

/** @typedef {{ [key: string]: any }} Schema */

const home = "https://json-schema.org/draft/2020-12/schema";

/** The contracts as plain JSON Schemas. They are TypeScript, so they are bundled before they can be asked. */
async function contracts() {
  const folder = join(root, "packages", "contracts");
  const outfile = join(root, ".build", `schema-${process.pid}.mjs`);
  await build({
    stdin: {
      contents: `
        import * as z from "zod/mini";
        import { Config } from "./src/config.ts";
        import { HookFile } from "./src/hook.ts";
        import { callStatuses, hookEventAliases, hookEvents, stages } from "./src/hook-event.ts";
        import { Intent } from "./src/intent.ts";
        export { defaultConfig } from "./src/config-defaults.ts";
        export const config = z.toJSONSchema(Config, { io: "input" });
        export const intent = z.toJSONSchema(Intent, { io: "input" });
        export const hook = z.toJSONSchema(HookFile, { io: "input" });
        export const words = { events: [...hookEvents, ...Object.keys(hookEventAliases)], stages, statuses: callStatuses };
      `,
      resolveDir: folder,
    },
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

/**
 * What a page of `docs/config/` says first is what an editor shows.
 * @param {string} key
 */
function descriptionOf(key) {
  const page = readFileSync(join(root, "docs", "config", `${key}.md`), "utf8");
  return page.split("\n\n")[1]?.trim() ?? "";
}

/**
 * @param {Schema} schema
 * @param {Schema} defaults
 */
function configSchema(schema, defaults) {
  /** @type {Schema} */
  const properties = {};
  for (const [key, property] of Object.entries(schema.properties)) {
    // Parts of an object may be left out, like every key.
    const { required, ...rest } = property;
    properties[key] = { description: descriptionOf(key), ...rest, default: defaults[key] };
  }
  return {
    $schema: home,
    title: "Writ: .orchestration/config.yaml",
    description: "How Writ works in one repository. Every key is optional.",
    type: "object",
    properties,
    additionalProperties: false,
  };
}

/** @param {string} key */
const toSnake = (key) => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * The schema of one intent, disk spelling. Fields Writ does not know are a person's own, and welcome.
 * @param {Schema} schema
 * @returns {Schema}
 */
function onDisk(schema) {
  if (schema.type !== "object") return schema;
  const properties = Object.entries(schema.properties)
    // The status says it: PROPOSED.
    .filter(([key]) => key !== "proposed")
    .map(([key, value]) => [toSnake(key), onDisk(value)]);
  return { type: "object", properties: Object.fromEntries(properties) };
}

/** @param {Schema} schema */
function intentsSchema(schema) {
  const intent = onDisk(schema);
  const descriptions = {
    id: "What agents and branches cite, such as INT-042.",
    name: "What it is about.",
    status: "Where it stands. PROPOSED grants nothing until a person accepts it. Synonyms such as done are read too.",
    owned_scope: "Globs from the root of the workspace; !glob takes files out. An empty list owns nothing.",
    constraints: "What must hold while it is worked on.",
    acceptance_criteria: "When it is done. An object may name a command: {run: npm test}.",
    related_files: "Files worth reading first.",
    recent_history: "The newest things that happened under it. Writ writes this.",
    quick: "Limits of a quick intent.",
  };
  for (const [key, description] of Object.entries(descriptions)) {
    intent.properties[key] = { description, ...intent.properties[key] };
  }
  intent.properties.status.enum = [...intent.properties.status.enum, "PROPOSED"];
  intent.properties.acceptance_criteria.items = { type: ["string", "object"] };
  intent.required = ["id", "name"];
  return {
    $schema: home,
    title: "Writ: .orchestration/active_intents.yaml",
    description: "The intents of one repository, as Writ writes them. It reads more spellings than these.",
    type: "object",
    properties: { active_intents: { type: ["array", "null"], items: { $ref: "#/$defs/intent" } } },
    required: ["active_intents"],
    $defs: { intent },
  };
}

/**
 * What the tables of docs/hooks.md say about a field below a heading, without the marks only a page needs.
 * @param {string} heading
 * @returns {Record<string, string>}
 */
function fieldsUnder(heading) {
  const page = readFileSync(join(root, "docs", "hooks.md"), "utf8");
  const [part = ""] = page.slice(page.indexOf(`\n${heading}\n`) + heading.length + 2).split(/^##/m);
  const rows = [...part.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)];
  return Object.fromEntries(
    rows.map(([, key = "", text = ""]) => [key, text.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")]),
  );
}

/**
 * The properties of a part of a hook file, each with what the page says about it.
 * @param {Schema} properties
 * @param {string} heading
 */
function described(properties, heading) {
  const said = fieldsUnder(heading);
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [key, { description: said[key] ?? "", ...value }]),
  );
}

/** @param {readonly string[]} choices */
const oneOrMore = (choices) => ({
  anyOf: [{ enum: [...choices] }, { type: "array", items: { enum: [...choices] }, minItems: 1 }],
});

/**
 * @param {Schema} schema
 * @param {{ events: string[], stages: string[], statuses: string[] }} words
 */
function hookSchema(schema, words) {
  const properties = described(schema.properties, "## The file");
  const { match, handler } = schema.properties;
  // The contract takes any word, so that a wrong one gets a sentence of its own; an editor can name the right ones.
  Object.assign(properties.event_type, oneOrMore(words.events));
  Object.assign(match.properties.stages, oneOrMore(words.stages));
  Object.assign(match.properties.status, oneOrMore(words.statuses));
  properties.match = { ...properties.match, properties: described(match.properties, "### `match`") };
  properties.handler = { ...properties.handler, properties: described(handler.properties, "### `handler`") };
  return {
    $schema: home,
    title: "Writ: .system/hooks/*.yaml",
    description: "One hook: when something happens in an agent's session, a handler is run.",
    type: "object",
    properties,
    required: schema.required,
    // To switch a hook off, its id is enough.
    if: { properties: { enabled: { const: false } }, required: ["enabled"] },
    else: { required: ["event_type", "handler"] },
    additionalProperties: false,
  };
}

const { config, intent, hook, words, defaultConfig } = await contracts();
const files = {
  "config.schema.json": configSchema(config, defaultConfig),
  "active_intents.schema.json": intentsSchema(intent),
  "hook.schema.json": hookSchema(hook, words),
};
const isCheck = process.argv.includes("--check");
const folder = join(root, "schema");

/**
 * Whether a file says the same; how it is laid out is the formatter's business.
 * @param {string} path
 * @param {Schema} schema
 */
const says = (path, schema) =>
  existsSync(path) && JSON.stringify(JSON.parse(readFileSync(path, "utf8"))) === JSON.stringify(schema);

const stale = Object.entries(files).filter(([name, schema]) => !says(join(folder, name), schema));
if (isCheck) {
  for (const [name] of stale) console.error(`schema/${name} is out of date. Run: npm run schema`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else if (stale.length > 0) {
  mkdirSync(folder, { recursive: true });
  for (const [name, schema] of stale) writeFileSync(join(folder, name), `${JSON.stringify(schema, null, 2)}\n`);
  const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  const { status } = spawnSync(process.execPath, [biome, "format", "--write", folder], { cwd: root, stdio: "inherit" });
  process.exitCode = status ?? 1;
}
