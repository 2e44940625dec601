import { functions } from "./kinds.ts";
import { leaf, node, type Term } from "./term.ts";

const same = (kind: string, { text }: Term, field: string): Term => leaf(kind, text, field);

/** Short forms, spelled out: what they leave out may be renamed. */
export function spelledOut(kind: string, kids: readonly Term[]): readonly Term[] {
  switch (kind) {
    case "object":
      return kids.map((kid) =>
        kid.kind === "shorthand_property_identifier"
          ? node("pair", [same("property_identifier", kid, "key"), leaf(":", ":"), same("identifier", kid, "value")])
          : kid,
      );
    case "object_pattern":
      return kids.map(spelledPattern);
    case "field_pattern":
      return kids.flatMap((kid) =>
        kid.kind === "shorthand_field_identifier"
          ? [same("field_identifier", kid, "name"), leaf(":", ":"), same("identifier", kid, "pattern")]
          : [kid],
      );
    case "field_initializer_list":
      return kids.map((kid) =>
        kid.kind === "shorthand_field_initializer" && kid.kids[0]
          ? node("field_initializer", [
              same("field_identifier", kid.kids[0], "field"),
              leaf(":", ":"),
              same("identifier", kid.kids[0], "value"),
            ])
          : kid,
      );
    case "pair":
      return kids.map(plainKey);
    case "export_specifier":
      return kids.length === 1 && kids[0]
        ? [{ ...kids[0], field: "name" }, leaf("as", "as"), leaf("property_identifier", kids[0].text, "alias")]
        : kids.map((kid) => (kid.field === "alias" ? same("property_identifier", kid, "alias") : kid));
    case "class_definition":
    case "impl_item":
    case "trait_item":
      return kids.map((kid) =>
        kid.field === "body" ? { ...kid, kind: "class_body", kids: kid.kids.map(asMember) } : kid,
      );
    case "field_declaration":
      return kids.map((kid) => (kid.kind === "variable_declarator" ? { ...kid, kind: "field_declarator" } : kid));
    case "token_tree":
      return kids.map((kid, at) =>
        kids[at - 1]?.text === "." && kid.kind === "identifier" ? { ...kid, kind: "field_identifier" } : kid,
      );
    case "arrow_function":
      return kids.map((kid) =>
        kid.field === "parameter"
          ? node("formal_parameters", [leaf("(", "("), { ...kid, field: "" }, leaf(")", ")")], "parameters")
          : givenValue(kid),
      );
    case "lambda_expression":
    case "match_arm":
    case "closure_expression":
      return kids
        .filter((kid, at) => !(kind === "match_arm" && kid.kind === "," && at === kids.length - 1))
        .map((kid) => givenValue(kind === "lambda_expression" ? kid : withoutStatement(kid)));
    default:
      return kids;
  }
}

/** A function in a class is reached through the class. */
function asMember(kid: Term): Term {
  if (/^(decorated_definition|attributed)$/.test(kid.kind)) return { ...kid, kids: kid.kids.map(asMember) };
  if (!functions.has(kid.kind) && kid.kind !== "const_item") return kid;
  return {
    ...kid,
    kids: kid.kids.map((inner) => (inner.field === "name" ? { ...inner, kind: "field_identifier" } : inner)),
  };
}

/** A key in quotes that needs none. */
function plainKey(kid: Term): Term {
  const [, said, end] = kid.kids;
  if (kid.field !== "key" || kid.kind !== "string" || said?.kind !== "string_fragment" || end?.kind !== '"') return kid;
  return /^[A-Za-z_$][\w$]*$/.test(said.text) ? leaf("property_identifier", said.text, "key") : kid;
}

function spelledPattern(kid: Term): Term {
  const pair = (name: Term, value: Term): Term =>
    node("pair_pattern", [same("property_identifier", name, "key"), leaf(":", ":"), { ...value, field: "value" }]);
  if (kid.kind === "shorthand_property_identifier_pattern") return pair(kid, same("identifier", kid, ""));
  const [left, ...rest] = kid.kids;
  if (kid.kind !== "object_assignment_pattern" || left === undefined) return kid;
  return pair(left, node("assignment_pattern", [same("identifier", left, "left"), ...rest]));
}

/** `{ if a { b } else { c } }` gives the value of its only statement, where that does not end in a semicolon. */
function withoutStatement(kid: Term): Term {
  const [only, another] = kid.kids;
  const [value, end] = only?.kind === "expression_statement" ? only.kids : [];
  const isValue = kid.kind === "block" && another === undefined && value !== undefined && end === undefined;
  return isValue ? { ...kid, kids: [value] } : kid;
}

/** A body that only gives a value is that value. */
function givenValue(kid: Term): Term {
  if (kid.kind !== "block" || (kid.field !== "body" && kid.field !== "value")) return kid;
  const [only, ...rest] = kid.kids;
  if (only === undefined || rest.length > 0) return kid;
  const returned = only.kind === "return_statement" ? only.kids.find((part) => part.text !== "return") : undefined;
  if (returned !== undefined) return { ...returned, field: kid.field };
  return /_statement$|declaration$/.test(only.kind) ? kid : { ...only, field: kid.field };
}
