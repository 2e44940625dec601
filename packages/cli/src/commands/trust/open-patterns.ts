/** Programs that run whatever they are given. */
const runners =
  "(?:ba|z|da|k|fi|c|tc)?sh|node|deno|bun|npx|python3?|ruby|perl|php|lua|awk|git|docker|ssh|make|env|sudo|timeout|xargs";
const pattern = new RegExp(String.raw`(?<![\w./-])(?:${runners})(?:[ \t]+-{1,2}[\w-]+)*[ \t]+\*\*`, "g");

/** The patterns in a config that permit a program which runs anything, with any words. */
export function openPatterns(text: string): string[] {
  const lines = text.split("\n").filter((line) => !line.trimStart().startsWith("#"));
  return [...new Set(lines.join("\n").match(pattern) ?? [])];
}
