import { fail } from "@writ/contracts";
import { type Node, type ParseError, parseTree, printParseErrorCode, visit } from "jsonc-parser";
import { lineOf } from "./layout.ts";

/** A comment, and whether it goes on to the end of its line. */
interface Comment {
  readonly offset: number;
  readonly end: number;
  readonly isLine: boolean;
}

/** A settings file as it was read: its text, what stands where, and its comments. */
export interface JsonDocument {
  readonly text: string;
  readonly root: Node;
  readonly comments: readonly Comment[];
}

const options = { allowTrailingComma: true, disallowComments: false };

/** Reads JSON with comments and trailing commas. Throws `SETTINGS_INVALID` for anything else, and for other than an object. */
export function parseDocument(text: string, file: string): JsonDocument {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  const comments: Comment[] = [];
  try {
    root = parseTree(text, errors, options);
    visit(text, { onComment: (offset, length) => void comments.push(toComment(text, offset, length)) }, options);
  } catch (cause) {
    // Deep nesting runs out of stack.
    throw fail("SETTINGS_INVALID", { file, reason: "it is nested too deeply" }, { cause });
  }
  const [first] = errors;
  if (first !== undefined) {
    const what = printParseErrorCode(first.error).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    throw fail("SETTINGS_INVALID", { file, reason: `line ${lineOf(text, first.offset)} is not JSON (${what})` });
  }
  if (root?.type !== "object") {
    throw fail("SETTINGS_INVALID", { file, reason: `it holds ${kindOf(root)}, where an object belongs` });
  }
  return { text, root, comments };
}

function toComment(text: string, offset: number, length: number): Comment {
  return { offset, end: offset + length, isLine: text.startsWith("//", offset) };
}

const kinds: Partial<Record<Node["type"], string>> = {
  object: "an object",
  array: "a list",
  string: "a text",
  number: "a number",
  boolean: "true or false",
};

/** A kind of value, for a sentence. */
export function kindOf(node: Node | undefined): string {
  return (node === undefined ? undefined : kinds[node.type]) ?? "nothing";
}

/** Where something ends. */
export const endOf = ({ offset, length }: Node): number => offset + length;
/** The name of a property. */
export const keyOf = (property: Node): string => String(property.children?.[0]?.value ?? "");
/** The value of a property. */
export const contentOf = (property: Node): Node | undefined => property.children?.[1];

/** The properties of an object that have a name; JSON lets a name come twice. */
export function propertiesNamed(object: Node, name: string): Node[] {
  return (object.children ?? []).filter((property) => keyOf(property) === name);
}

/** The value of a name in an object. */
export function memberOf(object: Node | undefined, name: string): Node | undefined {
  if (object?.type !== "object") return undefined;
  const property = propertiesNamed(object, name).at(-1);
  return property === undefined ? undefined : contentOf(property);
}

/** Every text in a value. */
export function textsIn(node: Node): string[] {
  if (node.type === "string") return [String(node.value)];
  if (node.type === "property") return contentOf(node) === undefined ? [] : textsIn(contentOf(node) ?? node);
  return (node.children ?? []).flatMap(textsIn);
}
