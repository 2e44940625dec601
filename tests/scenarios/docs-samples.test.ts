import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { commandsIn } from "../shell-words.ts";
import { ok, repository } from "./cli-bed.ts";

const page = (name: string) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8");

/** The blocks of a page in one language, in order. */
const blocks = (name: string, language: string): string[] =>
  [...page(name).matchAll(new RegExp(`^\`{3}${language}\\n(.*?)^\`{3}`, "gms"))].map(([, text]) => text ?? "");

/** The files a page shows, where a reader would put them. */
function filesOf(name: string): Record<string, string> {
  const yaml = blocks(name, "yaml");
  if (name === "abilities") {
    const named = yaml.map((text) => [/^# (\S+)\n/.exec(text)?.[1] ?? "", text]);
    return { ...Object.fromEntries(named), "ABILITY.md": blocks(name, "md")[0] ?? "" };
  }
  const [index = "", route = "", front = ""] = yaml;
  return {
    "ROUTING.md": `# Routing\n\n\`\`\`yaml\n${index}\`\`\`\n`,
    "routes/execution.quality_gates.pre_commit_checks.yaml": route,
    "docs/checks.md": `---\n${front}---\n\n# Checks\n`,
    "docs/style.md": "# Style\n",
  };
}

it.each(["abilities", "knowledge"])("docs/%s.md shows what its files really lead to", async (name) => {
  const bed = await repository();
  for (const [path, text] of Object.entries(filesOf(name))) await bed.put(path, text);
  const [sample = "", ...others] = blocks(name, "console");
  expect(others).toEqual([]);
  const [line = "", ...answer] = sample.split("\n");
  const [[, ...args] = []] = commandsIn(line.replace(/^\$ /, ""));
  expect(await ok(bed.writ(args))).toBe(answer.join("\n"));
  expect(await ok(bed.writ([name, "lint"]))).toContain("all fine");
});
