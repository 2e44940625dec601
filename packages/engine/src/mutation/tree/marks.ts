import { wrappers } from "./kinds.ts";
import { type Term, walk } from "./term.ts";

/** Decorators, annotations and attributes. */
const marks = /^(decorator|attribute_item|annotation|marker_annotation|attribute_specifier|attribute_declaration)$/;

/** Those that only say something to a compiler or a reader: with them a declaration may be called anything. */
const silent = new RegExp(
  `^(?:${[
    "override|final|overload|abstractmethod|staticmethod|classmethod|property|setter|getter|deleter|wraps|lru_cache|cache|cached_property|contextmanager|asynccontextmanager|total_ordering",
    "Override|SuppressWarnings|Deprecated|Nullable|NonNull|Nonnull|NotNull|SafeVarargs|FunctionalInterface|VisibleForTesting|Contract",
    "inline|cold|allow|warn|deny|expect|must_use|cfg|doc|deprecated|track_caller|non_exhaustive|repr|skip",
    "nodiscard|maybe_unused|noreturn|likely|unlikely|always_inline|noinline|hot|unused|pure",
  ].join("|")})$`,
);
/** Those of them that do not change what a call of the function does. */
const transparent =
  /^(override|final|staticmethod|classmethod|Override|SuppressWarnings|Deprecated|Nullable|NonNull|Nonnull|NotNull|SafeVarargs|VisibleForTesting|inline|cold|allow|warn|deny|expect|must_use|doc|deprecated|skip|nodiscard|maybe_unused|always_inline|noinline|hot|unused|pure)$/;
/** Traits that are derived without a look at any name. */
const derived = /^(Clone|Copy|PartialEq|Eq|PartialOrd|Ord|Hash|Default|derive)$/;

/** Whether a declaration has a mark that may make something look at its name. `marked` stands around it, or is it. */
export const isMarked = (marked: Term): boolean => marksOf(marked).some((mark) => !isSilentMark(mark));

/** Whether a call of the function does more than the function says. */
export const isWrapped = (marked: Term): boolean => marksOf(marked).some((mark) => !transparent.test(nameOf(mark)));

function marksOf(term: Term): Term[] {
  const inner = term.kids.flatMap((kid) => (kid.kind === "modifiers" ? kid.kids : [kid]));
  return inner.filter(({ kind }) => marks.test(kind));
}

function isSilentMark(mark: Term): boolean {
  const name = nameOf(mark);
  if (name !== "derive") return silent.test(name);
  return [...walk(mark)].every(({ kind, text }) => kind !== "identifier" || derived.test(text));
}

/** The last word of what a mark is called: `skip` of `#[rustfmt::skip]`, `lru_cache` of `@functools.lru_cache(1)`. */
function nameOf(mark: Term): string {
  const words = [...walk(mark)].filter(({ kids }) => kids.length === 0).map(({ text }) => text);
  const isGnu = mark.kind === "attribute_specifier";
  const said = isGnu ? words.slice(words.indexOf("(") + 1) : words;
  const end = said.findIndex((word, at) => at > 0 && word === "(" && /^\w/.test(said[at - 1] ?? ""));
  return said.slice(0, end < 0 ? said.length : end).findLast((word) => /^\w/.test(word)) ?? "";
}

/** What stands right around a part of a term, when it only marks it. */
export function wrapperOf(root: Term, inner: Term): Term | undefined {
  for (const at of walk(root)) if (wrappers.has(at.kind) && at.kids.includes(inner)) return at;
  return undefined;
}
