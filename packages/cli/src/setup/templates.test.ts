import { Config, defaultConfig } from "@writ/contracts";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { configTemplate, intentsTemplate } from "./templates.ts";

const uncommented = (text: string) =>
  text
    .split("\n")
    .filter((line) => /^# +[a-z_]+:/.test(line))
    .map((line) => line.slice(2))
    .join("\n");

it("shows every key of the config with what holds without it", () => {
  const shown = parse(uncommented(configTemplate([])));
  expect(Object.keys(shown).sort()).toEqual(Object.keys(Config.shape).sort());
  expect(shown).toEqual(defaultConfig);
});

it("sets nothing but the runners that were found", () => {
  expect(parse(configTemplate([]))).toBeNull();
  const runners = ["npm test", 'make "odd: #name"'];
  expect(parse(configTemplate(runners))).toEqual({ runners });
});

it("begins with no intents, and shows what one looks like", () => {
  expect(parse(intentsTemplate)).toEqual({ active_intents: [] });
  const example = intentsTemplate
    .slice(intentsTemplate.indexOf("#\n") + 2)
    .replace(/^# ?/gm, "")
    .replace(/\nactive_intents: \[\]/, "");
  expect(parse(example).active_intents[0].owned_scope).toEqual(["src/auth/**", "tests/auth/**"]);
});
