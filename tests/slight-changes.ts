import { languageOf, type SyntaxNode } from "@writ/engine";
import { parse } from "../packages/runtime/src/mutation/parser.ts";

/** A text that does something else than the one it was made of. */
export interface Slight {
  readonly how: string;
  readonly text: string;
}

const others: Readonly<Record<string, string>> = {
  "<": "<=",
  ">": ">=",
  "<=": "<",
  ">=": ">",
  "==": "!=",
  "===": "!==",
  "!=": "==",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
  and: "or",
  or: "and",
};

/** The text with one operator, one number or one call changed, once for each there is. */
export async function slightlyChanged(path: string, text: string): Promise<Slight[]> {
  const language = languageOf(path);
  const parsed = language === undefined ? null : await parse(language, text, null);
  if (parsed === null) return [];
  const found = parsed.before === null ? [] : [...changesIn(parsed.before.root, text)];
  parsed.close();
  const whole: Slight[] = [];
  for (const one of found) {
    const again = language === undefined ? null : await parse(language, one.text, null);
    if (again !== null) whole.push(one);
    again?.close();
  }
  return whole;
}

function* changesIn(at: SyntaxNode, text: string, parent?: SyntaxNode): Generator<Slight> {
  const said = text.slice(at.start, at.end);
  const put = (other: string): Slight => ({
    how: `line ${at.line}: ${said} → ${other}`,
    text: text.slice(0, at.start) + other + text.slice(at.end),
  });
  const other = others[said];
  if (at.field === "operator" && other !== undefined && /^binary|comparison|boolean/.test(parent?.kind ?? ""))
    yield put(other);
  if (
    /^(number|integer|int_literal|integer_literal|decimal_integer_literal|number_literal)$/.test(at.kind) &&
    /^\d+$/.test(said)
  )
    yield put(String(Number(said) + 1));
  const isCall = /^(call|call_expression|method_invocation)$/.test(at.children[0]?.kind ?? "");
  if (at.kind === "expression_statement" && isCall && /block|compound|list/.test(parent?.kind ?? ""))
    yield put(isIndented(parent) ? "pass" : "");
  for (const child of at.children) yield* changesIn(child, text, at);
}

/** A block without braces wants a word where nothing is left. */
const isIndented = (block: SyntaxNode | undefined): boolean =>
  block?.kind === "block" && block.children[0]?.kind !== "{";
