import type { Node } from "jsonc-parser";
import { contentOf, endOf, type JsonDocument, keyOf, memberOf, textsIn } from "./json-document.ts";
import { wasEmpty } from "./json-splice.ts";
import { type JsonObject, type JsonValue, says } from "./json-value.ts";
import { callsWrit } from "./own.ts";

/** What Writ wants in a settings file. */
export interface JsonEntries {
  /** Entries of lists, by the path of the list. */
  readonly lists: readonly { readonly at: readonly string[]; readonly entry: JsonValue }[];
  /** Entries with a name of their own. */
  readonly named: readonly { readonly at: readonly string[]; readonly name: string; readonly entry: JsonObject }[];
  /** What a new file says besides. */
  readonly besides: JsonObject;
}

/** A member of a list or object. */
interface Piece {
  readonly container: Node;
  readonly member: Node;
}

/** What of a document is Writ's. */
interface Claim {
  /** Whether nothing else is in it, and Writ made it. */
  readonly isWhole: boolean;
  /** The largest pieces that are, in the order they stand. */
  readonly pieces: readonly Piece[];
  /** The single entries in them, with the path of what they stand in. */
  readonly entries: readonly { readonly at: readonly string[]; readonly entry: Node; readonly isWhole: boolean }[];
}

const nothing: Claim = { isWhole: false, pieces: [], entries: [] };

/** Finds everything in a document that is Writ's, also where this version would put nothing. */
export function claimIn(document: JsonDocument, wanted: JsonEntries): Claim {
  const claim = claimNode(document, wanted, document.root, []);
  const members = document.root.children ?? [];
  const isBesides = (member: Node) =>
    Object.hasOwn(wanted.besides, keyOf(member)) && says(contentOf(member), wanted.besides[keyOf(member)] ?? null);
  // What a new file says besides stands behind the entries: before them it was somebody else's.
  const count = members.findIndex(isBesides);
  if (count < 1 || !members.slice(count).every(isBesides)) return claim;
  const own = claim.pieces.filter(({ container }) => container === document.root);
  if (own.length !== count) return claim;
  const pieces = members.map((member) => ({ container: document.root, member }));
  return { ...claim, pieces, isWhole: !wasEmpty(document, document.root) && !holdsRemarks(document, document.root) };
}

function claimNode(document: JsonDocument, wanted: JsonEntries, node: Node, at: readonly string[]): Claim {
  const isListed = node.type === "array" && wanted.lists.some((list) => isBeside(list.at, at));
  const isOnTheWay = [...wanted.lists, ...wanted.named].some((one) => startsWith(one.at, at));
  if (!isListed && !(node.type === "object" && isOnTheWay)) return nothing;
  const members = node.children ?? [];
  const claims = members.map((member) =>
    isListed ? claimElement(document, member, at) : claimMember(document, wanted, member, at),
  );
  return gather(document, node, claims);
}

/** A container is Writ's when all in it is, and nobody else put the brackets or a remark there. */
function gather(document: JsonDocument, node: Node, claims: readonly Claim[]): Claim {
  const isWhole =
    claims.length > 0 &&
    claims.every((claim) => claim.isWhole) &&
    !wasEmpty(document, node) &&
    !holdsRemarks(document, node);
  const pieces = claims.flatMap((claim, index): readonly Piece[] => {
    const member = node.children?.[index];
    return claim.isWhole && member !== undefined ? [{ container: node, member }] : claim.pieces;
  });
  return { isWhole, pieces, entries: claims.flatMap(({ entries }) => entries) };
}

function claimMember(document: JsonDocument, wanted: JsonEntries, member: Node, at: readonly string[]): Claim {
  const name = keyOf(member);
  const value = contentOf(member);
  if (value === undefined) return nothing;
  if (!wanted.named.some((one) => one.name === name && isSame(one.at, at)))
    return claimNode(document, wanted, value, [...at, name]);
  if (!isOwn(value)) return nothing;
  return { isWhole: true, pieces: [], entries: [{ at: [...at, name], entry: value, isWhole: true }] };
}

/** An entry of a list: a handler, or a group of them under one matcher, which may be shared with somebody's own. */
function claimElement(document: JsonDocument, element: Node, at: readonly string[]): Claim {
  const group = memberOf(element, "hooks");
  if (group?.type !== "array") {
    return isOwn(element) ? { isWhole: true, pieces: [], entries: [{ at, entry: element, isWhole: true }] } : nothing;
  }
  const handlers = (group.children ?? []).map(
    (handler): Claim => (isOwn(handler) ? { ...nothing, isWhole: true } : nothing),
  );
  const { isWhole, pieces } = gather(document, group, handlers);
  if (pieces.length === 0) return nothing;
  return { isWhole, pieces, entries: [{ at, entry: element, isWhole }] };
}

/** Whether a value runs Writ; a server's program and its arguments are one line. */
export function isOwn(node: Node): boolean {
  const texts = textsIn(node);
  return texts.some(callsWrit) || (node.type === "object" && callsWrit(texts.join(" ")));
}

/** Whether somebody wrote a remark into a container, outside its members. */
function holdsRemarks({ comments }: JsonDocument, node: Node): boolean {
  const isWithin = (offset: number, one: Node) => offset > one.offset && offset < endOf(one);
  const members = node.children ?? [];
  return comments.some(({ offset }) => isWithin(offset, node) && !members.some((one) => isWithin(offset, one)));
}

const startsWith = (path: readonly string[], start: readonly string[]) =>
  start.every((name, index) => path[index] === name);
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && startsWith(one, other);
const isBeside = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && startsWith(one, other.slice(0, -1));
