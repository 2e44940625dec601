import { functions } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { isMarked } from "./marks.ts";
import { part, some, type Term } from "./term.ts";

/** What the place of a declaration says of who reads its name. */
export interface Readers {
  /** A mark stands on the very declaration. */
  readonly marked: boolean;
  /** Something looks at the fields of what it stands in. */
  readonly fields: boolean;
  /** It may be what something elsewhere calls by its name: a method of a base class or of a trait. */
  readonly methods: boolean;
}

export const nobody: Readers = { marked: false, fields: false, methods: false };

/** Names that mean something to a runtime, whoever uses them. */
const called: Readonly<Record<string, RegExp>> = {
  go: /^(init|main|TestMain)$/,
  cpp: /^(main|WinMain|DllMain|LLVMFuzzerTestOneInput)$/,
  rust: /^main$/,
  java: /^(main|readObject|writeObject|readObjectNoData|readResolve|writeReplace|serialVersionUID|serialPersistentFields|finalize)$/,
  python: /^(_.*_|test.*|pytest_.*|(setup|teardown)_.*|setUp.*|tearDown.*)$/,
};

/** Whether something beside the code itself looks at the name of a declaration. */
export function isRead(term: Term, name: string, { family }: Language, readers: Readers): boolean {
  if (called[family]?.test(name) === true || readers.marked || isMarked(term)) return true;
  const says = (word: string): boolean => term.kids.some((kid) => some(kid, ({ text }) => text === word));
  if (family === "java" && functions.has(term.kind) && part(term, "body") === undefined) return true;
  if (family === "cpp" && isMethod(term) && (readers.methods || says("virtual") || isOverride(term))) return true;
  if (family === "rust" && functions.has(term.kind)) return readers.methods;
  return readers.fields && !functions.has(term.kind);
}

/** Who reads the names in a container. `declared` are the names of the traits that came with it. */
export function readersIn(
  container: Term,
  outer: Readers,
  { family }: Language,
  declared: ReadonlySet<string>,
): Readers {
  const trait = part(container, "trait");
  const marked = outer.marked || isMarked(container);
  return {
    marked: false,
    fields: marked || (family === "java" && isSerializable(container)),
    methods:
      container.kids.some(({ kind }) => kind === "base_class_clause") ||
      (trait !== undefined && !declared.has(trait.text)),
  };
}

const isSerializable = (container: Term): boolean =>
  some(part(container, "interfaces") ?? noInterfaces, ({ text }) => /^(Serializable|Externalizable)$/.test(text));
const noInterfaces: Term = { kind: "", field: "", text: "", kids: [] };

const isMethod = (term: Term): boolean =>
  functions.has(term.kind) ||
  (term.kind === "field_declaration" && part(term, "declarator")?.kind === "function_declarator");
const isOverride = (term: Term): boolean => some(term, ({ kind }) => kind === "virtual_specifier");
