import type { Token } from "./tokens.ts";

/** Every difference is one name for another, the same everywhere, declared in this very text, and not for others to see. */
export function isRenamed(old: readonly Token[], now: readonly Token[], path: string): boolean {
  if (old.length !== now.length) return false;
  const there = new Map<string, string>();
  const back = new Map<string, string>();
  for (const [at, one] of old.entries()) {
    const other = now[at];
    if (other === undefined || one.kind !== other.kind) return false;
    if (one.kind === "other" && one.text !== other.text) return false;
    if (one.kind !== "word") continue;
    if ((there.get(one.text) ?? other.text) !== other.text || (back.get(other.text) ?? one.text) !== one.text)
      return false;
    there.set(one.text, other.text);
    back.set(other.text, one.text);
  }
  const renamed = [...there].filter(([one, other]) => one !== other);
  if (renamed.length === 0) return true;
  if (old.some(({ text }, at) => seesNames.test(text) || (text === "__name__" && old[at - 1]?.text === ".")))
    return false;
  const extension = /\.(\w+)$/.exec(path)?.[1] ?? "";
  const { declared, exported } = declarationsOf(old, extension);
  const shown = shorthands(old);
  const quoted = new Set(old.flatMap(({ text }) => /^["'](.*)["']$/.exec(text)?.[1] ?? []));
  const readers = readersOf(old, extension);
  return renamed.every(
    ([one, other]) =>
      // A name that was there before means something else already: that is a swap, not a rename.
      !there.has(other) &&
      ![one, other].some((name) => keywords.has(name) || /^_+$/.test(name)) &&
      declared.has(one) &&
      !exported.has(one) &&
      !shown.has(one) &&
      !quoted.has(one) &&
      !readers(one, other),
  );
}

/** What can tell which names there are. */
const seesNames =
  /^(?:eval|exec|locals|globals|vars|dir|nameof|stringify|dbg|getattr|setattr|hasattr|delattr|__dict__|arguments)$/;

/** Whether a runtime or a framework may look at a name, as far as tokens can tell. */
function readersOf(tokens: readonly Token[], extension: string): (was: string, is: string) => boolean {
  const isMarked = tokens.some(({ text }, at) => text === "@" || (text === "#" && tokens[at + 1]?.text === "["));
  const isSpread = tokens.some(({ text }, at) => text === "*" && tokens[at + 1]?.text === "*");
  const isPython = /^pyi?$/.test(extension);
  const titled = new Set<string>();
  for (const [at, { text }] of tokens.entries()) {
    if (!titles.test(text)) continue;
    titled.add(tokens[at + 1]?.text ?? "");
    if (isPython && (isMarked || isSpread)) addAll(titled, parameters(tokens, openingAfter(tokens, at)));
  }
  const isCapital = (name: string): boolean => /^\p{Lu}/u.test(name);
  return (was, is) => {
    if ((isMarked || (isPython && isSpread)) && titled.has(was)) return true;
    if (isPython) return /^(?:_.*_|test.*)$/.test(was) || /^(?:_.*_|test.*)$/.test(is);
    if (extension === "go") return [was, is].some((name) => isCapital(name) || /^(?:init|main)$/.test(name));
    if (extension === "rs") return was === "main" || isCapital(was) !== isCapital(is) || was.startsWith("_");
    // An element with a small letter is one of the browser's; a function may be asked for its name.
    return isCapital(was) !== isCapital(is) || (titled.has(was) && tokens.some(({ text }) => text === "name"));
  };
}

const titles = /^(?:function|class|interface|type|enum|def|fn|func|struct|trait)$/;

/** The names of variables that are names of members too: `{ a }`. */
function shorthands(tokens: readonly Token[]): Set<string> {
  const names = new Set<string>();
  const open: string[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (/^[([{]$/.test(text)) open.push(text);
    if (/^[)\]}]$/.test(text)) open.pop();
    const [before = "", after = ""] = [tokens[at - 1]?.text, tokens[at + 1]?.text];
    if (kind === "word" && open.at(-1) === "{" && /^[{,]$/.test(before) && /^[},]$/.test(after)) names.add(text);
  }
  return names;
}

/** Words that are not names: putting one for another changes what happens. */
const keywords = new Set(
  (
    "if else for while do switch case default break continue return throw try catch finally new delete typeof in of instanceof " +
    "function class extends implements const let var import export from as async await yield true false null undefined None True " +
    "False and or not is def lambda pass raise with assert public private protected static final abstract void int float bool " +
    "string number boolean any unknown never this self super int8 int32 uint32 func go defer chan map range struct enum trait impl " +
    "fn mut pub match loop unsafe where use mod"
  ).split(" "),
);

const declarers = /^(const|let|var|val|mut|function|class|interface|type|enum|def|fn|func|struct|trait|for)$/;
const functions = /^(function|def|fn|func)$/;
const exporters = /^(export|pub|public)$/;

/** The names a text declares, and those of them it offers to others. */
function declarationsOf(tokens: readonly Token[], extension: string): { declared: Set<string>; exported: Set<string> } {
  const declared = new Set<string>();
  const exported = new Set<string>();
  const text = (at: number): string => tokens[at]?.text ?? "";
  const isPython = /^pyi?$/.test(extension);
  const isEcma = /^[cm]?[jt]sx?$/.test(extension);
  const inClass = isPython ? classLevels(tokens) : [];
  for (const [at, token] of tokens.entries()) {
    if (token.kind === "word" && (declarers.test(text(at - 1)) || (isPython && isAssigned(text, at)))) {
      declared.add(token.text);
      if (isPython && inClass[at] === true) exported.add(token.text);
      if (exporters.test(text(at - 2)) || exporters.test(text(at - 3))) exported.add(token.text);
    }
    if (functions.test(token.text)) addAll(declared, parameters(tokens, openingAfter(tokens, at)));
    // Elsewhere an arrow comes after a pattern, which may name a constant.
    if (isEcma && token.text === "=" && text(at + 1) === ">") addAll(declared, parametersBefore(tokens, at));
    if (token.text === "{" && text(at - 1) === "export") addAll(exported, wordsUntil(tokens, at, "}"));
  }
  return { declared, exported };
}

/** For each token whether it stands in a class, and in no function of it. */
function classLevels(tokens: readonly Token[]): boolean[] {
  const around: string[] = [];
  let opened = "";
  return tokens.map(({ text }) => {
    if (text === "class" || text === "def") opened = text;
    if (text === "<indent>") {
      around.push(opened === "" ? (around.at(-1) ?? "") : opened);
      opened = "";
    }
    if (text === "<dedent>") around.pop();
    return around.at(-1) === "class";
  });
}

/** `name = …`, but neither a comparison, nor a field, nor a named argument. */
function isAssigned(text: (at: number) => string, at: number): boolean {
  return text(at + 1) === "=" && !/^[=>]$/.test(text(at + 2)) && !/^[.(,:]$/.test(text(at - 1));
}

/** The bracket that opens a function's parameters: after the keyword, or after its name. */
function openingAfter(tokens: readonly Token[], at: number): number {
  return [at + 1, at + 2].find((next) => tokens[next]?.text === "(") ?? -1;
}

function parametersBefore(tokens: readonly Token[], arrow: number): string[] {
  const previous = tokens[arrow - 1];
  if (previous?.kind === "word") return [previous.text];
  let depth = 0;
  for (let at = arrow - 1; at >= 0; at -= 1) {
    if (tokens[at]?.text === ")") depth += 1;
    if (tokens[at]?.text === "(") depth -= 1;
    if (depth === 0) return previous?.text === ")" ? parameters(tokens, at) : [];
  }
  return [];
}

/** In a parameter list a name follows the opening bracket or a comma. */
function parameters(tokens: readonly Token[], open: number): string[] {
  const names: string[] = [];
  let depth = 0;
  for (let at = open; open >= 0 && at < tokens.length; at += 1) {
    const { kind, text } = tokens[at] ?? { kind: "other", text: ")" };
    if (text === "(") depth += 1;
    if (text === ")") depth -= 1;
    if (depth === 0) break;
    if (kind === "word" && /^[(,{[]$/.test(tokens[at - 1]?.text ?? "")) names.push(text);
  }
  return names;
}

function wordsUntil(tokens: readonly Token[], from: number, end: string): string[] {
  const stop = tokens.findIndex((token, at) => at > from && token.text === end);
  return tokens.slice(from, stop === -1 ? from : stop).flatMap(({ kind, text }) => (kind === "word" ? [text] : []));
}

function addAll(names: Set<string>, more: readonly string[]): void {
  for (const name of more) names.add(name);
}
