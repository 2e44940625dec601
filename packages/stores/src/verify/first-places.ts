/** Where a line stands. */
export interface Place {
  /** The number of its file. */
  file: number;
  offset: number;
  line: number;
}

/** Places by a tag, which different lines may have in common. */
export interface FirstPlaces {
  /** Whether one of the tag's places is the one looked for. */
  some(tag: number, isIt: (place: Place) => boolean): boolean;
  /** Whether there was room for it. */
  add(tag: number, place: Place): boolean;
  /** Drops all whose tags are not wanted any more. */
  keep(isWanted: (tag: number) => boolean): void;
}

/** Slots in use, beyond which looking for a free one takes long. */
const fullest = 0.75;
/** What is kept of a place by itself: its tag, its line, and its offset within the stretch. */
const width = 3;
/** How long a stretch is, in bytes. */
const stretch = 2 ** 32;

/**
 * Nothing in it yet; `count` slots, a power of two. Flat memory, which the system gives page by page as it is used: as
 * objects in a map, a million places take ten times as much, and the collector goes through all of them again and
 * again. A slot is one number, so that all slots stay near: which place it is, and what of the tag is not yet said by
 * where the slot is.
 */
export function openFirstPlaces(count: number): FirstPlaces {
  const most = Math.floor(count * fullest);
  const mask = count - 1;
  let slots = new Uint32Array(count);
  let places = new Uint32Array(most * width);
  let used = 0;
  let stretches = openStretches();
  const put = (tag: number, { file, offset, line }: Place): void => {
    let nth = tag & mask;
    while (slots[nth] !== 0) nth = (nth + 1) & mask;
    stretches.begin(used, file, Math.floor(offset / stretch));
    places[used * width] = tag;
    places[used * width + 1] = line;
    places[used * width + 2] = offset % stretch;
    used += 1;
    // Counted from 1: a slot of 0 is free.
    slots[nth] = (tag & ~mask) | used;
  };
  return {
    some(tag, isIt) {
      for (let nth = tag & mask; ; nth = (nth + 1) & mask) {
        const slot = slots[nth] ?? 0;
        if (slot === 0) return false;
        const at = (slot & mask) - 1;
        if (((slot ^ tag) & ~mask) === 0 && places[at * width] === tag && isIt(placeIn(places, stretches, at)))
          return true;
      }
    },
    add(tag, place) {
      if (used >= most) return false;
      put(tag, place);
      return true;
    },
    keep(isWanted) {
      const [oldPlaces, oldStretches, end] = [places, stretches, used];
      slots = new Uint32Array(count);
      places = new Uint32Array(most * width);
      stretches = openStretches();
      used = 0;
      for (let at = 0; at < end; at += 1) {
        const tag = oldPlaces[at * width] ?? 0;
        if (isWanted(tag)) put(tag, placeIn(oldPlaces, oldStretches, at));
      }
    },
  };
}

/** Which file places are in, and in which part of it: they come file by file, each from its beginning to its end. */
interface Stretches {
  /** Places from this one on are there. */
  begin(at: number, file: number, part: number): void;
  /** Where a place is. */
  of(at: number): { file: number; part: number };
}

function openStretches(): Stretches {
  const firsts: number[] = [];
  const files: number[] = [];
  const parts: number[] = [];
  return {
    begin(at, file, part) {
      if (files.at(-1) === file && parts.at(-1) === part) return;
      firsts.push(at);
      files.push(file);
      parts.push(part);
    },
    of(at) {
      let [low, high] = [0, firsts.length];
      while (high - low > 1) {
        const middle = (low + high) >>> 1;
        if ((firsts[middle] ?? 0) <= at) low = middle;
        else high = middle;
      }
      return { file: files[low] ?? 0, part: parts[low] ?? 0 };
    },
  };
}

function placeIn(places: Uint32Array, stretches: Stretches, at: number): Place {
  const { file, part } = stretches.of(at);
  return { file, line: places[at * width + 1] ?? 0, offset: part * stretch + (places[at * width + 2] ?? 0) };
}
