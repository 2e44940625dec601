import { boundIn, declares } from "./binds.ts";
import { containers, functions, types, wrappers } from "./kinds.ts";
import type { Language } from "./languages.ts";
import { isMarked } from "./marks.ts";
import { isRead, nobody, type Readers, readersIn } from "./read-names.ts";
import { part, some, type Term, walk } from "./term.ts";

/** Names that a file declares, and whether others may use them. */
export interface Declared {
  readonly names: Map<string, boolean>;
  readonly members: Map<string, boolean>;
}

const memberKinds = /^(property_identifier|private_property_identifier|field_identifier)$/;

export function declaredIn(terms: Iterable<Term>, language: Language): Declared {
  const declared: Declared = { names: new Map(), members: new Map() };
  const all = [...terms];
  const traits = new Set(all.flatMap((term) => traitIn(term)?.text ?? []));
  for (const term of all)
    collect(term, language, { shown: false, inside: false, open: true, readers: nobody, traits }, declared);
  return declared;
}

/** The name of a trait, also of one with a mark. */
const traitIn = (term: Term): Term | undefined =>
  term.kind === "trait_item"
    ? nameOf(term)
    : wrappers.has(term.kind)
      ? term.kids.map(traitIn).find(Boolean)
      : undefined;

interface Place {
  /** It stands in something others may use. */
  shown: boolean;
  inside: boolean;
  /** It stands in the part of a class that is open to others. */
  open: boolean;
  /** Who else looks at names here. */
  readers: Readers;
  traits: ReadonlySet<string>;
}

function collect(term: Term, language: Language, place: Place, found: Declared): void {
  if (wrappers.has(term.kind)) {
    const shown = place.shown || term.kind === "export_statement";
    const readers = { ...place.readers, marked: place.readers.marked || isMarked(term) };
    for (const kid of term.kids) collect(kid, language, { ...place, shown, readers }, found);
    return;
  }
  note(term, language, place, found);
  if (place.inside && term.kind === "function_definition" && language.visibility === "unmarked") noteOwn(term, found);
  const inner = containers.has(term.kind) || isBody(term.kind) || types.has(term.kind);
  if (!inner && !/declaration$|^enum_|^type_|^program$/.test(term.kind)) return;
  if (functions.has(term.kind) || term.kind === "field_declaration") return;
  const isContainer = containers.has(term.kind);
  let open = isContainer ? term.kind !== "class_specifier" : place.open;
  const shown =
    isContainer || types.has(term.kind)
      ? place.shown || isShown(term, nameOf(term)?.text ?? "", language, place)
      : place.shown;
  const isHolder = isContainer || types.has(term.kind);
  const readers = isHolder ? readersIn(term, place.readers, language, place.traits) : place.readers;
  for (const kid of term.kids) {
    if (kid.kind === "access_specifier") open = !some(kid, ({ text }) => text === "private");
    collect(kid, language, { ...place, shown, inside: place.inside || isHolder, open, readers }, found);
  }
}

/** Members that a method makes by giving them a value. */
function noteOwn(method: Term, { members }: Declared): void {
  for (const { kind, kids } of walk(method)) {
    const [target] = kind === "assignment" ? kids : [];
    const name = target?.kind === "attribute" ? part(target, "attribute")?.text : undefined;
    if (name !== undefined && part(target, "object")?.text === "self") members.set(name, !name.startsWith("_"));
  }
}

const isBody = (kind: string): boolean =>
  /(_body|_list|_block|^block|_type|_spec|declarations)$/.test(kind) ||
  /^(assignment|expression_statement)$/.test(kind);

function note(term: Term, language: Language, place: Place, found: Declared): void {
  const put = ({ text, kind }: Term): void => {
    const isMember = memberKinds.test(kind) && !language.impliesThis;
    const shown = isShown(term, text, language, place) || isRead(term, text, language, place.readers);
    const into = isMember ? found.members : found.names;
    into.set(text, shown || into.get(text) === true);
  };
  const name = nameOf(term);
  // A constructor has the name of its class.
  if (
    name !== undefined &&
    term.kind !== "constructor_declaration" &&
    (functions.has(term.kind) ||
      containers.has(term.kind) ||
      types.has(term.kind) ||
      /field|signature|member|declarator|_item$|constant|variant/.test(term.kind))
  )
    put(name);
  for (const kid of term.kids) {
    if (declares(term, kid)) for (const bound of boundIn(kid)) put(bound);
    if (term.kind === "field_declaration" && memberKinds.test(kid.kind)) put(kid);
    if (term.kind === "field_declaration" && kid.kind === "field_declarator")
      for (const inner of kid.kids) if (inner.field === "name") put(inner);
  }
}

/** The leaf that names a declaration. */
export function nameOf(term: Term): Term | undefined {
  const direct = part(term, "name", "property");
  if (direct !== undefined && direct.kids.length === 0) return direct;
  let at = part(term, "declarator");
  while (at !== undefined && at.kids.length > 0)
    at = part(at, "declarator") ?? at.kids.find(({ kind }) => /identifier$/.test(kind));
  return at;
}

function isShown(term: Term, name: string, language: Language, { shown, inside, open }: Place): boolean {
  const says = (word: RegExp): boolean =>
    term.kids.some(
      (kid) => word.test(kid.text) || (/modif|specifier/.test(kid.kind) && some(kid, ({ text }) => word.test(text))),
    );
  switch (language.visibility) {
    case "export":
      return shown && !(inside && (name.startsWith("#") || says(/^private$/)));
    case "pub":
      return shown && inside ? says(/^pub/) || term.kind === "enum_variant" : says(/^pub/);
    case "capital":
      return /^\p{Lu}/u.test(name);
    case "not private":
      return !says(/^private$/);
    case "unmarked":
      return inside && (language.impliesThis ? open && !says(/^static$/) : !name.startsWith("_"));
  }
}
