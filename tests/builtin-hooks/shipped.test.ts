import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { toHook } from "@writ/engine";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { hooksFolder } from "./handler.ts";

const ids = ["post_tool_use_tracker", "production_guard", "session_stop_build_check", "skill_activation_prompt"];
const textOf = (id: string) => readFileSync(join(hooksFolder, `${id}.yaml`), "utf8");

it("ships these hooks, with their handlers, in the package", () => {
  const yaml = readdirSync(hooksFolder).filter((name) => name.endsWith(".yaml"));
  expect(yaml.sort()).toEqual(ids.map((id) => `${id}.yaml`));
  const { files } = JSON.parse(readFileSync(join(hooksFolder, "../package.json"), "utf8"));
  expect(files).toContain("hooks");
});

describe.each(ids)("%s", (id) => {
  it("is an ordinary hook file without a fault", () => {
    const { hook, faults } = toHook(parse(textOf(id)), `builtin:${id}`);
    expect(faults).toEqual([]);
    expect(hook).toMatchObject({ id, handler: { kind: "module", command: [`builtin:${id}`] } });
    expect(existsSync(join(hooksFolder, `${id}.mjs`))).toBe(true);
  });

  it("says how to switch it on or off, and that trust follows", () => {
    expect(textOf(id)).toMatch(/^#.*switch it (on|off)/m);
    expect(textOf(id)).toMatch(/^#.*writ trust/m);
  });

  it("shows in its comment how it is switched on, or off where it is on", () => {
    const example = textOf(id)
      .match(/^# {3}\S.*$/gm)
      ?.map((line) => line.slice(4))
      .join("\n");
    const isOn = toHook(parse(textOf(id)), id).hook?.enabled;
    expect(toHook(parse(example ?? ""), "x.yaml")).toMatchObject({ hook: { id, enabled: isOn !== true }, faults: [] });
  });

  it("imports nothing but Node's own modules and its own parts", () => {
    const files = readdirSync(hooksFolder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".mjs"),
    );
    const from = files.flatMap((file) => [
      ...readFileSync(join(hooksFolder, file), "utf8").matchAll(/(?:from|import) "([^"]+)"/g),
    ]);
    expect(from.map(([, name]) => name).filter((name) => !/^(node:|\.\/)/.test(name ?? ""))).toEqual([]);
  });
});

it("leaves off what runs or refuses things unless somebody asks for it", () => {
  const enabled = ids.filter((id) => toHook(parse(textOf(id)), id).hook?.enabled === true);
  expect(enabled).toEqual(["post_tool_use_tracker", "skill_activation_prompt"]);
});
