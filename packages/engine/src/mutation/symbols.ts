import type { TouchedSymbol } from "@writ/contracts";
import type { Hunk } from "../lines/hunks.ts";
import { containers, functions, literals, types, values, wrappers } from "./tree/kinds.ts";
import type { SyntaxNode, SyntaxTree } from "./tree/syntax.ts";

/** Above this many, a list helps nobody. */
const most = 200;

/** The innermost symbols that the changed lines belong to, in order of their names. */
export function symbolsTouched(
  before: SyntaxTree | null,
  after: SyntaxTree | null,
  hunks: readonly Hunk[],
): TouchedSymbol[] {
  const found = new Map<string, TouchedSymbol>();
  let shift = 0;
  const [olds, news]: [Lines[], Lines[]] = [[], []];
  for (const { start, added, removed } of hunks) {
    const stood = start - shift;
    if (removed > 0) olds.push([stood, stood + removed - 1]);
    if (added > 0) news.push([start, start + added - 1]);
    shift += added - removed;
  }
  const old = before === null ? [] : touched([...symbolsIn(before, olds)], olds);
  const now = after === null ? [] : [...symbolsIn(after, news, old)];
  const lines = new Map(now.map(({ name, lines: place }) => [name, place]));
  for (const { name } of old) found.set(name, { name, lines: lines.get(name) ?? null });
  for (const symbol of touched(now, news)) found.set(symbol.name, symbol);
  return [...found.values()].sort((one, other) => (one.name < other.name ? -1 : 1)).slice(0, most);
}

type Lines = readonly [start: number, end: number];
type Placed = TouchedSymbol & { readonly lines: Lines };

/** Of the symbols that stand around a changed line, the innermost. */
function touched(symbols: readonly Placed[], changed: readonly Lines[]): Placed[] {
  const found = new Set<Placed>();
  for (const [start, end] of changed) {
    const met = symbols.filter(({ lines }) => lines[0] <= end && lines[1] >= start);
    for (const symbol of met) {
      // What has changed lines of its own, beside those of the symbols in it.
      const inner = met.filter((other) => other !== symbol && isInside(other, symbol));
      if (isBeyond([Math.max(start, symbol.lines[0]), Math.min(end, symbol.lines[1])], inner)) found.add(symbol);
    }
  }
  return [...found];
}

const isInside = (one: Placed, other: Placed): boolean =>
  one.lines[0] >= other.lines[0] && one.lines[1] <= other.lines[1] && one.name.startsWith(`${other.name}.`);

function isBeyond([start, end]: Lines, inner: readonly Placed[]): boolean {
  for (let line = start; line <= end; line++)
    if (!inner.some(({ lines }) => lines[0] <= line && line <= lines[1])) return true;
  return false;
}

/** The symbols around some lines, and those named, outer ones first. Most of a file is not looked into. */
function* symbolsIn(
  { root, text }: SyntaxTree,
  changed: readonly Lines[],
  named: readonly Placed[] = [],
): Generator<Placed> {
  const words = new Set(named.flatMap(({ name }) => name.split(".").at(-1) ?? []));
  for (const child of root.children) {
    const isMet = changed.some(([start, end]) => child.line <= end && child.endLine >= start);
    if (isMet || [...words].some((word) => text.slice(child.start, child.end).includes(word)))
      yield* symbolsAt(child, text, "");
  }
}

function* symbolsAt(at: SyntaxNode, text: string, outer: string): Generator<Placed> {
  const isNamed =
    functions.has(at.kind) ||
    containers.has(at.kind) ||
    types.has(at.kind) ||
    isFunctionValue(at) ||
    (outer === "" && isValue(at));
  const own = isNamed ? nameOf(at, text) : null;
  const name = own === null ? outer : outer === "" ? own : `${outer}.${own}`;
  // A block of methods is a place, not a symbol.
  if (own !== null && at.kind !== "impl_item") yield { name, lines: [at.line, at.endLine] };
  if (functions.has(at.kind) || (isNamed && isFunctionValue(at))) return;
  if (own !== null || isAround(at)) for (const child of at.children) yield* symbolsAt(child, text, name);
}

const isAround = ({ kind }: SyntaxNode): boolean =>
  wrappers.has(kind) ||
  values.has(kind) ||
  /(_body|_list|_block|^block|_declaration|_declarations|^preproc_if.*|^linkage_specification|_spec)$/.test(kind);

const isValue = ({ kind }: SyntaxNode): boolean =>
  /^(variable_declarator|const_spec|var_spec|const_item|static_item)$/.test(kind);
const isFunctionValue = ({ kind, children }: SyntaxNode): boolean =>
  /^(variable_declarator|public_field_definition|field_definition|pair)$/.test(kind) &&
  children.some((child) => child.field === "value" && literals.has(child.kind));

/** A key of an object may be any text; only what is a name goes on record. */
const isName = /^[\p{L}_$#~][\p{L}\p{N}_$.~=<>+*/%&|^!-]{0,199}$/u;

function nameOf(at: SyntaxNode, text: string): string | null {
  const said = (node: SyntaxNode): string => text.slice(node.start, node.end);
  const part = (node: SyntaxNode, field: string): SyntaxNode | undefined =>
    node.children.find((child) => child.field === field);
  const receiver = part(at, "receiver");
  const name = part(at, "name") ?? part(at, "property") ?? (at.kind === "impl_item" ? part(at, "type") : undefined);
  if (name !== undefined) {
    const owner = receiver === undefined ? "" : (/(\w+)\s*(\[.*\])?\s*\)$/.exec(said(receiver))?.[1] ?? "");
    const plain = said(name).replace(/<.*$/s, "");
    return isName.test(plain) ? (owner === "" ? plain : `${owner}.${plain}`) : null;
  }
  let inner = part(at, "declarator");
  while (inner !== undefined && inner.children.length > 0 && !/identifier$/.test(inner.kind))
    inner = part(inner, "declarator") ?? inner.children.find(({ kind }) => /identifier$/.test(kind));
  const found = inner === undefined ? "" : said(inner).replace(/::/g, ".").replace(/\s+/g, "");
  return isName.test(found) ? found : null;
}
