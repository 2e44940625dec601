import type { Language } from "./languages.ts";
import type { Term } from "./term.ts";

/** Names and members are renamed apart from each other; everything else must stay as it is. */
export type Space = "name" | "member" | "fixed";

const members = /^(property_identifier|private_property_identifier|field_identifier|shorthand_field_identifier)$/;
const names = /^(identifier|type_identifier|namespace_identifier|package_identifier)$/;

/** Which space a leaf belongs to. */
export function spaceOf(leaf: Term, parent: Term | null, { impliesThis }: Language): Space {
  if (!members.test(leaf.kind) && !names.test(leaf.kind)) return "fixed";
  if (parent?.kind === "keyword_argument" && leaf.field === "name") return "fixed";
  if (/^(labeled|break|continue)_statement$/.test(parent?.kind ?? "")) return "fixed";
  if (impliesThis) return "name";
  return members.test(leaf.kind) || isMember(leaf, parent) ? "member" : "name";
}

/** A name after a dot, or before the value of a named argument, means nothing by itself. */
export function isMember({ field }: Term, parent: Term | null): boolean {
  if (parent === null) return false;
  switch (parent.kind) {
    case "attribute":
      return field === "attribute";
    case "field_access":
      return field === "field";
    case "keyword_argument":
    case "method_invocation":
    case "scoped_identifier":
    case "scoped_type_identifier":
    case "qualified_identifier":
    case "method_declaration":
    case "constructor_declaration":
    case "enum_constant":
    case "enum_variant":
      return field === "name";
    case "literal_element":
      return parent.field === "key";
    case "labeled_statement":
    case "break_statement":
    case "continue_statement":
      return true;
    default:
      return false;
  }
}
