import type { RoutingIntent } from "@writ/contracts";

/** More words than this make a request no clearer. */
const most = 2000;

/** Everything an intent says, as words to match: what it is called, its signals, its topic and scope. */
export function intentWords(intent: RoutingIntent): string {
  const said = [intent.intent, ...textsIn(intent.signals, 0), intent.topic ?? "", intent.scope ?? ""];
  return said.map(spaced).join(" ").replace(/\s+/g, " ").trim().slice(0, most);
}

/** `ensure_code_quality` is three words. Only names are taken apart; a sentence stays as it is. */
const spaced = (text: string): string => (/\s/.test(text) ? text : text.replaceAll(/[_.:/-]+/g, " "));

function textsIn(value: unknown, depth: number): string[] {
  if (typeof value === "string") return [value.slice(0, most)];
  if (typeof value !== "object" || value === null || depth > 2) return [];
  return Object.values(value)
    .slice(0, 20)
    .flatMap((part) => textsIn(part, depth + 1));
}
