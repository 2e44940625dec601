import { leaf, node, print, type Term } from "./term.ts";

/** Markup inside code: the order of attributes and the breaks between elements do not matter. */
export function markup(kind: string, field: string, kids: readonly Term[]): Term {
  switch (kind) {
    case "jsx_self_closing_element":
      return node("jsx_element", [node("jsx_opening_element", attributes(kids.filter(isNoSign)), "open_tag")], field);
    case "jsx_opening_element":
      return node(kind, attributes(kids.filter(isNoSign)), field);
    case "jsx_element":
      return node(kind, kids.filter((kid) => kid.kind !== "jsx_closing_element").flatMap(child), field);
    case "jsx_fragment":
      return node(kind, kids.flatMap(child), field);
    default:
      return node(kind, kids, field);
  }
}

const isNoSign = ({ kind }: Term): boolean => !/^[</>]+$/.test(kind);

function attributes(kids: readonly Term[]): readonly Term[] {
  const spread = kids.some(({ kind, field }) => kind === "jsx_expression" && field === "attribute");
  if (spread) return kids;
  const rank = (kid: Term): string =>
    kid.field === "attribute" || kid.kind === "jsx_attribute" ? `1${print(kid)}` : "0";
  return [...kids].sort((one, other) => (rank(one) < rank(other) ? -1 : rank(one) > rank(other) ? 1 : 0));
}

/** Text is what a browser shows: lines are joined by one blank, and braces around nothing are nothing. */
function child(kid: Term): readonly Term[] {
  if (kid.kind === "jsx_expression" && kid.kids.every(({ kind }) => kind === "{" || kind === "}")) return [];
  if (kid.kind !== "jsx_text") return [kid];
  const lines = kid.text.split("\n");
  const last = lines.length - 1;
  const shown = lines
    .map((line, at) => line.replace(at > 0 ? /^\s+/ : /^(?!)/, "").replace(at < last ? /\s+$/ : /(?!)$/, ""))
    .filter((line) => line !== "");
  return shown.length === 0 ? [] : [leaf("jsx_text", shown.join(" "))];
}
