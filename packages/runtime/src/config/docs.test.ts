import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type ConfigKey, defaultConfig } from "@writ/contracts";
import { loadYamlFile } from "@writ/stores";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { isConfigKey, loosens } from "./hold.ts";
import { parseConfig } from "./parse.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const docs = join(root, "docs", "config");
const keys = Object.keys(defaultConfig).filter(isConfigKey);
const pageOf = (key: string) => readFileSync(join(docs, `${key}.md`), "utf8");
const examplesIn = (page: string) => [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, yaml]) => yaml ?? "");
const { parseYamlFile } = await loadYamlFile();
const declared = (yaml: string) => parseConfig("example", parseYamlFile(new TextEncoder().encode(yaml)));
const schema: { properties: Record<ConfigKey, { description: string; default: unknown; enum?: string[] }> } =
  JSON.parse(readFileSync(join(root, "schema", "config.schema.json"), "utf8"));

it("has one page a key, and no other", () => {
  const pages = readdirSync(docs).filter((name) => name !== "README.md");
  expect(pages.sort()).toEqual(keys.map((key) => `${key}.md`).sort());
});

describe.each(keys)("docs/config/%s.md", (key) => {
  const page = pageOf(key);

  it("is headed by its key, and listed in the index with what it says first", () => {
    expect(page.split("\n")[0]).toBe(`# ${key}`);
    expect(readFileSync(join(docs, "README.md"), "utf8")).toContain(
      `| [\`${key}\`](${key}.md) | ${page.split("\n\n")[1]} |`,
    );
  });

  it("tells the default that holds", () => {
    const [, told] = /\*\*Default:\*\* `(.*)`/.exec(page) ?? [];
    expect(parse(told ?? "")).toEqual(defaultConfig[key]);
  });

  it("explains every value", () => {
    for (const value of schema.properties[key].enum ?? []) expect(page).toContain(`| \`${value}\` |`);
  });

  it("has an example that is valid, says something about this key, and is no default", () => {
    const [example = "", ...more] = examplesIn(page);
    expect(more).toEqual([]);
    const { config, findings } = declared(example);
    expect(findings).toEqual([]);
    expect(config[key]).not.toEqual(defaultConfig[key]);
    expect({ ...config, [key]: defaultConfig[key] }).toEqual(defaultConfig);
  });

  it("tells whether it can loosen anything", () => {
    const [example = ""] = examplesIn(page);
    const isLoose = !page.includes("**Loosens:** never.");
    expect(page).toContain("**Loosens:** ");
    if (!isLoose) expect(loosens(declared(example).config)).toEqual([]);
    expect(page.includes("writ trust")).toBe(isLoose);
    const row = new RegExp(`^\\| \\[\`${key}\`\\].*\\| (yes|no) \\|$`, "m").exec(
      readFileSync(join(docs, "README.md"), "utf8"),
    );
    expect(row?.[1]).toBe(isLoose ? "yes" : "no");
  });
});

it("keeps the schemas up to date", () => {
  const check = spawnSync(process.execPath, [join(root, "scripts", "schema.mjs"), "--check"], { encoding: "utf8" });
  expect(check.stderr).toBe("");
  expect(check.status).toBe(0);
});

it("tells editors what holds without a key", () => {
  expect(Object.keys(schema.properties)).toEqual(keys);
  for (const key of keys) expect(schema.properties[key].default).toEqual(defaultConfig[key]);
});
