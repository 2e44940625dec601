import type { Effect, Facts } from "@writ/contracts";
import { beyond, folderOf, identityOf } from "./names.ts";

/** A name that leads to another one, once the call has linked or moved it. */
export interface Door {
  readonly effect: Effect;
  readonly at: string;
  /** Where it leads, as spelled from the same place; `null` when that cannot be told beforehand. */
  readonly from: string | null;
  /** It was moved or copied as the link it is, and leads on from where it lies now. */
  readonly isCarried?: true;
  readonly isMove?: true;
}

/** A symbolic link at some place, and the text in it; `null` when nobody has read that. */
interface Link {
  readonly effect: Effect;
  readonly at: string;
  readonly text: string | null;
}

/** More links in one command line nobody follows. */
const mostLinks = 64;

/** Every door a call makes: links, moved names, and links that were moved, copied or hard-linked. */
export function doorsOf(effects: readonly Effect[], files: Facts["files"], isSame: SameAs): Door[] {
  return [...effects.flatMap(doorOf), ...carriedDoors(effects, files, isSame)];
}

/** Whether two effects are readings of one and the same: `mv a b` may end in `b` or in `b/a`. */
export type SameAs = (one: Effect, other: Effect) => boolean;

function doorOf(effect: Effect): Door[] {
  if (effect.path === null) return [];
  if (effect.to !== undefined) return [{ effect, at: effect.path, from: trimmed(effect.to) }];
  if (effect.op !== "rename" || effect.from === undefined) return [];
  return [{ effect, at: effect.path, from: trimmed(effect.from), isMove: true }];
}

/** A relative link leads somewhere else from another folder, and so does one in a folder that is moved. */
function carriedDoors(effects: readonly Effect[], files: Facts["files"], isSame: SameAs): Door[] {
  const bringers = effects.flatMap((effect) => {
    const source = sourceOf(effect);
    return effect.path === null || source === undefined ? [] : [{ effect, source: trimmed(source), path: effect.path }];
  });
  const links: Link[] = effects.flatMap(linksOf);
  const doors: Door[] = [];
  const carry = (link: Link) => {
    if (links.some(({ at, text, effect }) => at === link.at && text === link.text && effect === link.effect)) return;
    links.push(link);
    const from = link.text === null ? null : leadOf(link.at, link.text);
    doors.push({ effect: link.effect, at: link.at, from, isCarried: true });
  };
  for (const { effect, source, path } of bringers) {
    const holdsLinks = files[source]?.linksOut === true && !isNowhere(effect, effects, files, isSame);
    if (holdsLinks || isLinkAt(source, files)) carry({ effect, at: path, text: null });
  }
  for (const link of links) {
    for (const { effect, source, path } of bringers) {
      if (effect === link.effect || isSame(effect, link.effect)) continue;
      const below = beyond(link.at, source, files);
      if (below === null) continue;
      if (links.length >= mostLinks) return [...doors, { effect, at: path, from: null, isCarried: true }];
      carry({ effect, at: trimmed(path) + below, text: link.text });
    }
  }
  return doors;
}

/** Whether it would end up in a folder that is not there, and that nothing else makes. */
function isNowhere(effect: Effect, effects: readonly Effect[], files: Facts["files"], isSame: SameAs): boolean {
  const folder = effect.ifFolder === true && effect.path !== null ? trimmed(folderOf(effect.path)) : undefined;
  if (folder === undefined || files[folder]?.kind !== "absent") return false;
  return !effects.some((other) => other !== effect && !isSame(other, effect) && other.path === folder);
}

/** What an effect brings to its place as it is. */
const sourceOf = ({ op, from, carries }: Effect): string | undefined => carries ?? (op === "rename" ? from : undefined);

/** The links an effect makes. What begins with a slash is a whole path, or one from a folder that is spelled so. */
function linksOf(effect: Effect): Link[] {
  const { path: at, to, carries } = effect;
  if (at === null || to === undefined || carries !== undefined) return [];
  const folder = folderOf(at);
  const texts: (string | null)[] = [];
  if (/^[/~]/.test(to)) texts.push(to);
  if (to.startsWith(folder)) texts.push(to.slice(folder.length));
  if (texts.length === 0) texts.push(null);
  return [...new Set(texts)].map((text) => ({ effect, at, text }));
}

const leadOf = (at: string, text: string): string => trimmed(/^[/~]/.test(text) ? text : folderOf(at) + text);

/** Whether the disk has a link at this name. */
export function isLinkAt(path: string, files: Facts["files"]): boolean {
  const fact = Object.hasOwn(files, path) ? files[path] : undefined;
  return fact?.entry !== undefined || fact?.isLink === true;
}

/** Whether a link that is moved stays in its folder, where it leads to the same as before. */
export function staysInFolder({ effect, at }: Door, files: Facts["files"]): boolean {
  const source = sourceOf(effect);
  const [one, other] = [source, at].map((path) => (path === undefined ? undefined : identityOf(path, files)));
  return one !== undefined && other !== undefined && folderOf(one) === folderOf(other);
}

const trimmed = (path: string): string => path.replace(/(?<=.)\/+$/, "");
