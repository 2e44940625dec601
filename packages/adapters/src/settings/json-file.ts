import { fail, type WiredFile } from "@writ/contracts";
import type { Node } from "jsonc-parser";
import { claimIn, isOwn, type JsonEntries } from "./json-claim.ts";
import { contentOf, type JsonDocument, kindOf, memberOf, parseDocument, propertiesNamed } from "./json-document.ts";
import { insertInto, removeFrom } from "./json-splice.ts";
import { type JsonObject, type JsonValue, says } from "./json-value.ts";
import { splitMark } from "./layout.ts";
import { mentionsWrit } from "./own.ts";

/** A settings file in JSON, and what Writ wants in it. */
export interface JsonSettings extends Partial<JsonEntries> {
  readonly path: string;
  readonly others?: readonly WiredFile[];
  readonly purpose: string;
  /** Names among `besides` without which the agent does not read a file at all. */
  readonly needs?: readonly string[];
}

/** Writ's entries in a JSON file, beside everything people have there. */
export function jsonFile({
  path,
  others,
  purpose,
  lists = [],
  named = [],
  besides = {},
  needs = [],
}: JsonSettings): WiredFile {
  const wanted: JsonEntries = { lists, named, besides };
  return {
    path,
    ...(others === undefined ? {} : { others }),
    purpose,
    wire(text) {
      if (text === null) return `${fresh(wanted)}\n`;
      const { mark, body } = splitMark(text);
      if (body.trim() === "") return `${mark}${body}${fresh(wanted)}`;
      const document = parseDocument(body, path);
      requireRoom(document, { ...wanted, needs }, path);
      if (stateOf(document, wanted) === "wired") return text;
      const own = strip(document, wanted, path);
      if (own === null) return `${mark}${fresh(wanted)}\n`;
      return `${mark}${own.trim() === "" ? `${own}${fresh(wanted)}` : fill(own, wanted, path)}`;
    },
    unwire(text) {
      const { mark, body } = splitMark(text);
      if (body.trim() === "") return text;
      const own = strip(parseDocument(body, path), wanted, path);
      return own === null ? null : `${mark}${own}`;
    },
    state(text) {
      if (text === null || text.trim() === "") return "absent";
      try {
        return stateOf(parseDocument(splitMark(text).body, path), wanted);
      } catch {
        return mentionsWrit(text) ? "outdated" : "absent";
      }
    },
  };
}

/** A file of Writ's own: its entries, and behind them what the agent wants to see. */
function fresh({ lists, named, besides }: JsonEntries): string {
  const root: Record<string, unknown> = {};
  for (const { at, entry } of lists) listAt(root, at).push(entry);
  for (const { at, name, entry } of named) objectAt(root, at)[name] = entry;
  return JSON.stringify({ ...root, ...besides }, null, 2);
}

function objectAt(root: Record<string, unknown>, path: readonly string[]): Record<string, unknown> {
  return path.reduce<Record<string, unknown>>((object, name) => {
    const made: Record<string, unknown> = {};
    const there = object[name];
    if (isRecord(there)) return there;
    object[name] = made;
    return made;
  }, root);
}

function listAt(root: Record<string, unknown>, path: readonly string[]): unknown[] {
  const parent = objectAt(root, path.slice(0, -1));
  const name = path.at(-1) ?? "";
  const there = parent[name];
  if (Array.isArray(there)) return there;
  const made: unknown[] = [];
  parent[name] = made;
  return made;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function stateOf(document: JsonDocument, wanted: JsonEntries): "absent" | "wired" | "outdated" {
  const { entries } = claimIn(document, wanted);
  if (entries.length === 0) return "absent";
  const waiting = [
    ...wanted.lists.map(({ at, entry }) => ({ at, entry, more: false })),
    ...wanted.named.map(({ at, name, entry }) => ({ at: [...at, name], entry, more: true })),
  ];
  for (const found of entries) {
    const index = waiting.findIndex(
      ({ at, entry, more }) => at.join("\0") === found.at.join("\0") && says(found.entry, entry, more),
    );
    if (index === -1 || !found.isWhole) return "outdated";
    waiting.splice(index, 1);
  }
  return waiting.length === 0 ? "wired" : "outdated";
}

/** Throws where Writ's entries do not fit in: another shape, a name that comes twice, a namesake. */
function requireRoom(
  { root }: JsonDocument,
  { lists, named, besides, needs }: JsonEntries & { readonly needs: readonly string[] },
  file: string,
): void {
  const refuse = (reason: string) => fail("SETTINGS_INVALID", { file, reason });
  const follow = (path: readonly string[], last: "array" | "object") => {
    let node: Node = root;
    for (const [index, name] of path.entries()) {
      const [property, second] = propertiesNamed(node, name);
      if (second !== undefined) throw refuse(`"${path.slice(0, index + 1).join(".")}" is there twice`);
      const value = property === undefined ? undefined : contentOf(property);
      if (value === undefined) return undefined;
      const type = index === path.length - 1 ? last : "object";
      if (value.type !== type) {
        const belongs = type === "array" ? "a list" : "an object";
        throw refuse(`"${path.slice(0, index + 1).join(".")}" is ${kindOf(value)}, where ${belongs} belongs`);
      }
      node = value;
    }
    return node;
  };
  for (const { at } of lists) follow(at, "array");
  for (const { at, name } of named) {
    const properties = propertiesNamed(follow(at, "object") ?? root, name);
    const value = memberOf(follow(at, "object"), name);
    if (properties.length > 1) throw refuse(`"${[...at, name].join(".")}" is there twice`);
    if (value !== undefined && !isOwn(value)) throw refuse(`"${[...at, name].join(".")}" is not Writ's`);
  }
  for (const name of needs) {
    const value = besides[name] ?? null;
    if ((root.children ?? []).length > 0 && !says(memberOf(root, name), value)) {
      throw refuse(`it does not say "${name}": ${JSON.stringify(value)}, so the agent does not read it`);
    }
  }
}

/** The text without anything of Writ's; `null` when nothing else is in it. */
function strip(document: JsonDocument, wanted: JsonEntries, file: string): string | null {
  const { isWhole, pieces } = claimIn(document, wanted);
  const { text, root } = document;
  const around = [text.slice(0, root.offset), text.slice(root.offset + root.length)] as const;
  // A file that was empty gets no line break at its end, so that it can be told from one that was not there.
  if (isWhole && around.every((part) => part.trim() === "")) return around[1] === "" ? around[0] : null;
  const last = pieces.at(-1);
  if (last === undefined) return text;
  return strip(parseDocument(removeFrom(document, last.container, last.member), file), wanted, file);
}

function fill(text: string, { lists, named, besides }: JsonEntries, file: string): string {
  const isEmpty = parseDocument(text, file).root.children?.length === 0;
  const steps: readonly { readonly at: readonly string[]; readonly name: string | null; readonly value: JsonValue }[] =
    [
      ...lists.map(({ at, entry }) => ({ at, name: null, value: entry })),
      ...named.map(({ at, name, entry }) => ({ at, name, value: entry })),
      ...(isEmpty ? Object.entries(besides).map(([name, value]) => ({ at: [], name, value })) : []),
    ];
  return steps.reduce((before, { at, name, value }) => add(parseDocument(before, file), at, name, value), text);
}

/** Puts a value where it belongs, with the objects and lists that are missing on the way. */
function add(document: JsonDocument, at: readonly string[], name: string | null, value: JsonValue): string {
  let node = document.root;
  for (const [index, step] of at.entries()) {
    const next = memberOf(node, step);
    if (next === undefined) {
      const inner: JsonValue = name === null ? [value] : { [name]: value };
      const nested = at
        .slice(index + 1)
        .reduceRight<JsonValue>((content, key): JsonObject => ({ [key]: content }), inner);
      return insertInto(document, node, step, nested);
    }
    node = next;
  }
  return insertInto(document, node, name, value);
}
