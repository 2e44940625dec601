import type { Node } from "jsonc-parser";
import { contentOf, keyOf, propertiesNamed } from "./json-document.ts";

/** What JSON can say. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
/** By name. */
export type JsonObject = { readonly [name: string]: JsonValue };

/** Whether a value in a text says the same; the order of names does not matter. `more`: it may have names besides. */
export function says(node: Node | undefined, value: JsonValue, more = false): boolean {
  if (node === undefined) return false;
  if (isList(value)) {
    const elements = node.type === "array" ? (node.children ?? []) : [];
    return (
      node.type === "array" && elements.length === value.length && value.every((one, at) => says(elements[at], one))
    );
  }
  if (typeof value === "object" && value !== null) {
    if (node.type !== "object") return false;
    const names = Object.keys(value);
    const isOnly = more || (node.children ?? []).every((property) => Object.hasOwn(value, keyOf(property)));
    return isOnly && names.every((name) => saysNamed(node, name, value[name] ?? null));
  }
  return node.type === (value === null ? "null" : typeof value) && node.value === value;
}

function saysNamed(object: Node, name: string, value: JsonValue): boolean {
  const [property, second] = propertiesNamed(object, name);
  return property !== undefined && second === undefined && says(contentOf(property), value);
}

/** JSON over several lines, the first without indentation. */
export function spread(value: JsonValue, indent: string, { unit, eol }: { unit: string; eol: string }): string {
  return JSON.stringify(value, null, unit).replaceAll("\n", `${eol}${indent}`);
}

/** JSON on one line, with the blanks people put there. */
export function inline(value: JsonValue): string {
  if (isList(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${inline(one)}`);
  return `{ ${members.join(", ")} }`;
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
