import type { Import } from "./imports.ts";
import type { Side } from "./same-files.ts";

/** What is known of the whole call. */
export interface Call {
  /** Names that stand in another file now, or whose code stands where it was called. */
  readonly moved: ReadonlySet<string>;
  /** Files that have another name now: their names without folder and ending. */
  readonly renamedFiles: ReadonlyMap<string, string>;
}

const key = ({ module, name, local }: Import): string => `${module}\0${name}\0${local}`;

/** Whether imports changed only as far as code moved, was renamed or is no longer there. `free` names are nobody else's. */
export function areImportsKept(
  before: Side,
  after: Side,
  call: Call,
  free: ReadonlySet<string>,
  renamed: readonly [string, string][],
): boolean {
  const [gone, come] = differences(before.imports, after.imports);
  const accounted = new Set<Import>();
  for (const [was, is] of renamed) {
    if (free.has(was)) continue;
    if (!isRenamedImport(was, is, gone, come, accounted) && !isRenamedElsewhere(was, is, gone, come, accounted))
      return false;
  }
  for (const old of gone) {
    const found = come.find(
      (item) =>
        !accounted.has(item) &&
        item.local === old.local &&
        item.name === old.name &&
        isSameModule(old.module, item.module, call),
    );
    if (found !== undefined) accounted.add(old).add(found);
  }
  return (
    gone.every((item) => accounted.has(item) || isUnused(item, after)) &&
    come.every((item) => accounted.has(item) || isBrought(item, call, before)) &&
    isPlaceKept(before.imports, after.imports)
  );
}

/** Imports that are only on one side. */
function differences(olds: readonly Import[], news: readonly Import[]): [Import[], Import[]] {
  const only = (these: readonly Import[], those: readonly Import[]): Import[] => {
    const count = new Map<string, number>();
    const full = (item: Import): string => `${item.path}\0${key(item)}`;
    for (const item of those) count.set(full(item), (count.get(full(item)) ?? 0) + 1);
    return these.filter((item) => {
      const left = count.get(full(item)) ?? 0;
      count.set(full(item), left - 1);
      return left <= 0;
    });
  };
  return [only(olds, news), only(news, olds)];
}

/** The same thing, called something else here. */
function isRenamedImport(
  was: string,
  is: string,
  gone: readonly Import[],
  come: readonly Import[],
  accounted: Set<Import>,
): boolean {
  const old = gone.find((item) => item.local === was);
  const now = come.find((item) => item.local === is && item.module === old?.module && item.name === old.name);
  if (old === undefined || now === undefined) return false;
  accounted.add(old).add(now);
  return true;
}

/** Something that others use, and they call it by its new name too. */
function isRenamedElsewhere(
  was: string,
  is: string,
  gone: readonly Import[],
  come: readonly Import[],
  accounted: Set<Import>,
): boolean {
  const olds = gone.filter((item) => named(item) === was);
  const news = come.filter((item) => named(item) === is);
  if (olds.length === 0 || olds.length !== news.length) return false;
  if (!olds.every((old) => news.some((item) => item.path === old.path))) return false;
  for (const item of [...olds, ...news]) accounted.add(item);
  return true;
}

const named = ({ name, local }: Import): string => (name === "" ? (local ?? "") : name.replace(/^type /, ""));

const stem = (module: string): string => /([^/\\.]+)(\.\w+)?["'>]?$/.exec(module)?.[1] ?? module;

function isSameModule(was: string, is: string, { renamedFiles }: Call): boolean {
  if (renamedFiles.size === 0) return false;
  return stem(was) === stem(is) ? /[./]/.test(was) : renamedFiles.get(stem(was)) === stem(is);
}

/** A name that nothing in the file uses any more. */
function isUnused({ local, path, module, isBarrier }: Import, { items }: Side): boolean {
  if (local === null || isBarrier) return false;
  // What a package imports it gives to others; a part of the same package is imported for what it does, too.
  if (/(^|\/)__init__\.pyi?$/.test(path) || /^\.+$/.test(module)) return false;
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${local.replace(/[$]/g, "\\$")}(?![\\p{L}\\p{N}_$])`, "u");
  return !items.some((item) => item.path === path && (item.text === null || word.test(item.text)));
}

/** It came with code that moved, or leads to where that went. */
function isBrought({ name, local, path, module, isBarrier }: Import, { moved }: Call, before: Side): boolean {
  if (isBarrier) return false;
  if (moved.size === 0) return false;
  if (local !== null && moved.has(local)) return true;
  return before.imports.some(
    (old) => old.path !== path && old.name === name && old.local === local && stem(old.module) === stem(module),
  );
}

/** Nothing went past an import whose place matters. */
function isPlaceKept(olds: readonly Import[], news: readonly Import[]): boolean {
  const barriers = (all: readonly Import[]): string =>
    all
      .filter(({ isBarrier }) => isBarrier)
      .map((item) => `${item.path} ${key(item)}`)
      .join("\n");
  if (barriers(olds) !== barriers(news)) return false;
  const places = new Map(olds.map((item) => [`${item.path}\0${key(item)}`, item.after]));
  return news.every((item) => (places.get(`${item.path}\0${key(item)}`) ?? item.after) === item.after);
}
