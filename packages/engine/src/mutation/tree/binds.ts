import type { Term } from "./term.ts";

/** Where names are declared: `node.part`, or the node alone when its children have no parts. In all grammars at once. */
const places = new Set(
  (
    "variable_declarator.name required_parameter.pattern optional_parameter.pattern formal_parameters. catch_clause.parameter " +
    "for_in_statement.left type_parameter.name type_parameter. type_parameter_declaration.name type_parameter_declaration. " +
    "parameters. default_parameter.name typed_parameter. typed_default_parameter.name lambda_parameters. assignment.left " +
    "augmented_assignment.left for_statement.left for_in_clause.left as_pattern_target. named_expression.name " +
    "short_var_declaration.left var_spec.name const_spec.name parameter_declaration.name variadic_parameter_declaration.name " +
    "range_clause.left type_switch_statement.alias receive_statement.left " +
    "let_declaration.pattern parameter.pattern closure_parameters. for_expression.pattern let_condition.pattern " +
    "match_arm.pattern static_item.name const_item.name " +
    "formal_parameter.name enhanced_for_statement.name resource.name catch_formal_parameter.name lambda_expression.parameters " +
    "inferred_parameters. instanceof_expression.name " +
    "parameter_declaration.declarator optional_parameter_declaration.declarator init_declarator.declarator declaration.declarator " +
    "for_range_loop.declarator lambda_capture_initializer.left " +
    "function_declaration.name generator_function_declaration.name class_declaration.name function_item.name class_definition.name function_definition.name"
  ).split(" "),
);

/** Inside a pattern: what names something else than a new variable. */
const notBound =
  /^(type|value|right|key|default_value|field|size|scope|path|object|operand|attribute|condition|body|parameters)$/;
const noPattern =
  /^(attribute|subscript|member_expression|subscript_expression|selector_expression|index_expression|call|call_expression|field_expression|type_annotation|type|function_declarator|primitive_type|qualified_identifier|scoped_identifier|range_pattern|unary_expression)$/;
const nameKinds = /^(identifier|type_identifier)$/;

/** Whether this child of the parent declares names. */
export function declares(parent: Term, kid: Term): boolean {
  if (!places.has(`${parent.kind}.${kid.field}`)) return false;
  // `if let None = value` names nothing.
  if (parent.kind === "let_condition" && kid.kids.length === 0 && isConstant(kid.text)) return false;
  // `for (x of list)` and `_, err = step()` give a new value to what is there; only `const x` and `:=` declare.
  if (parent.kind === "for_in_statement") return parent.kids.some(({ field }) => field === "kind");
  if (parent.kind === "range_clause" || parent.kind === "receive_statement")
    return parent.kids.some(({ kind }) => kind === ":=");
  return true;
}

/** The names that a pattern declares. */
export function* boundIn(pattern: Term, matched = false): Generator<Term> {
  if (pattern.kids.length === 0) {
    if (nameKinds.test(pattern.kind) && !(matched && isConstant(pattern.text))) yield pattern;
    return;
  }
  const matches = matched || /^(match_pattern|tuple_struct_pattern)$/.test(pattern.kind);
  if (noPattern.test(pattern.kind)) return;
  for (const kid of pattern.kids) {
    // The name of a pattern of a structure is a type, that of a field is no variable either.
    if (notBound.test(kid.field) && !(pattern.kind === "pair_pattern" && kid.field === "value")) continue;
    if (pattern.kind === "field_pattern" && kid.field === "name") continue;
    yield* boundIn(kid, matches);
  }
}

/** In a pattern that is matched, a name with a capital letter is a constant or a variant. */
const isConstant = (text: string): boolean => /^\p{Lu}/u.test(text);
