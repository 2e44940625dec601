// What nodes are called, in all grammars at once: the same word hardly ever means two things.

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

export const comments = words("comment line_comment block_comment html_comment");

/** Lists of statements. */
export const blocks = words("statement_block block compound_statement constructor_body statement_list body_statement");

/** Nodes whose children are declarations, in whatever order. */
export const lists = words(
  "program module source_file translation_unit class_body declaration_list interface_body field_declaration_list enum_body_declarations preproc_ifdef preproc_if",
);

/** Lists that are only a set. */
export const sets = words("interface_body object_type named_imports modifiers");

export const functions = words(
  "function_declaration generator_function_declaration function_definition function_item method_definition method_declaration " +
    "constructor_declaration function_signature_item local_function_statement method singleton_method",
);

export const literals = words(
  "arrow_function function_expression generator_function lambda lambda_expression func_literal closure_expression",
);

/** What holds declarations and has a name. */
export const containers = words(
  "class_declaration abstract_class_declaration class_definition class_specifier struct_specifier interface_declaration " +
    "enum_declaration record_declaration impl_item trait_item mod_item namespace_definition internal_module module class",
);

/** Other declarations with a name. */
export const types = words(
  "type_alias_declaration type_spec type_item enum_item struct_item union_item enum_specifier union_specifier alias_declaration " +
    "annotation_type_declaration struct_declaration method_signature method_elem abstract_method_signature macro_definition",
);

/** Declarations of values. */
export const values = words(
  "lexical_declaration variable_declaration const_item static_item const_declaration var_declaration field_declaration " +
    "public_field_definition field_definition local_variable_declaration declaration let_declaration short_var_declaration",
);

/** What stands around a declaration without being one. */
export const wrappers = words(
  "export_statement decorated_definition template_declaration ambient_declaration attributed",
);

export const imports = words(
  "import_statement import_from_statement import_declaration use_declaration preproc_include",
);

/** Nodes that open a scope of names. */
export const scopes = words(
  "statement_block block compound_statement constructor_body for_statement for_in_statement for_range_loop " +
    "enhanced_for_statement for_expression while_expression if_expression if_statement catch_clause match_arm switch_statement " +
    "expression_switch_statement type_switch_statement type_case expression_case default_case communication_case switch_case " +
    "switch_block_statement_group try_with_resources_statement list_comprehension set_comprehension dictionary_comprehension " +
    "generator_expression type_alias_declaration interface_declaration impl_item trait_item template_declaration " +
    "class_declaration abstract_class_declaration struct_item enum_item type_spec",
);

/** In a language whose blocks open no scope, only these do. */
export const functionScopes = words(
  "function_definition lambda list_comprehension set_comprehension dictionary_comprehension generator_expression",
);

/** What may change something, or differ from one time to the next. */
export const effects = words(
  "call_expression call new_expression await_expression await assignment_expression augmented_assignment_expression assignment " +
    "augmented_assignment update_expression yield_expression yield macro_invocation object_creation_expression method_invocation " +
    "throw_statement delete_statement delete_expression new_expression compound_assignment_expr assignment_statement inc_statement " +
    "dec_statement go_statement defer_statement send_statement raise_statement return_statement return_expression break_statement " +
    "continue_statement try_expression unary_expression_receive named_expression explicit_constructor_invocation",
);

export const calls = words("call_expression call method_invocation");
export const assignments = words(
  "assignment_expression augmented_assignment_expression assignment augmented_assignment update_expression " +
    "compound_assignment_expr assignment_statement inc_statement dec_statement",
);
export const reads = words(
  "member_expression subscript_expression attribute subscript selector_expression index_expression field_expression field_access " +
    "array_access pointer_expression unary_expression slice_expression object_pattern array_pattern struct_pattern",
);
export const returns = words("return_statement return_expression");
export const leaves = words(
  "return_statement return_expression throw_statement raise_statement break_statement continue_statement",
);
