import { part, some, type Term, walk } from "./term.ts";

/** Whether a statement makes something that does its work when it ends: a lock, a span, whatever has a destructor. */
export function isGuard(statement: Term): boolean {
  if (statement.kind === "let_declaration") return isUnderscored(statement) || isHeld(statement);
  return statement.kind === "declaration" && isMade(statement) && (!isHarmless(statement) || isHeld(statement));
}

/** `let _guard = …` is only there to live as long as its block. */
const isUnderscored = (statement: Term): boolean => /^_\w/.test(part(statement, "pattern")?.text ?? "");

/** What is called like something that is held. */
const heldType = /(Guard|Lock|Span|Timer|Scope|Transaction|TempDir|TempFile)/;
const heldCall =
  /^(lock|try_lock|read|write|borrow|borrow_mut|enter|entered|acquire|make_scope_exit|scope_exit|defer|guard|scopeguard)$/;

function isHeld(statement: Term): boolean {
  for (const at of walk(statement)) {
    if (/(type|namespace)_identifier$|^identifier$/.test(at.kind) && heldType.test(at.text)) return true;
    if (/^(unique_lock|lock_guard|scoped_lock|shared_lock)$/.test(at.text)) return true;
    const callee = at.kind === "call_expression" ? part(at, "function") : undefined;
    const name = callee?.kids.length === 0 ? callee.text : (part(callee, "field", "name")?.text ?? "");
    // What is read with an argument is a file, not a lock.
    const isPlain = part(at, "arguments")?.kids.every(({ kind }) => /^[()]$/.test(kind)) ?? true;
    if (heldCall.test(name) && (isPlain || !/^(read|write)$/.test(name))) return true;
  }
  return false;
}

/** Whether a declaration makes an object, and does not only say that there is a function. */
function isMade(statement: Term): boolean {
  const declarator = part(statement, "declarator");
  if (declarator === undefined || /^(pointer|reference)_declarator$/.test(declarator.kind)) return false;
  if (some(declarator, ({ kind }) => kind === "reference_declarator" || kind === "pointer_declarator")) return false;
  if (declarator.kind !== "function_declarator") return true;
  // `Guard g(m);` reads like a function; what it is given is called like a variable.
  const given = (part(declarator, "parameters")?.kids ?? []).filter(({ kind }) => !/^[(),]$/.test(kind));
  return given.length > 0 && given.every((kid) => kid.kids.length === 1 && /^[a-z_]\w*$/.test(kid.kids[0]?.text ?? ""));
}

/** Types whose end nobody sees: numbers, texts, containers. */
const harmless =
  /^(auto|string|wstring|string_view|vector|array|deque|list|map|set|multimap|unordered_map|unordered_set|optional|variant|pair|tuple|span|bitset|initializer_list|chrono|duration|time_point|\w+_t|T|U|V)$/;

function isHarmless(statement: Term): boolean {
  const type = part(statement, "type");
  if (type === undefined || /^(primitive_type|sized_type_specifier|placeholder_type_specifier)$/.test(type.kind))
    return true;
  const name = type.kind === "qualified_identifier" ? (part(type, "name") ?? type) : type;
  const plain = name.kind === "template_type" ? part(name, "name") : name;
  return harmless.test(plain?.text ?? "");
}
