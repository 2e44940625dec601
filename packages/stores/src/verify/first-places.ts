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
/** What is kept of a place: its tag, file and line, and the offset in two halves. */
const width = 5;
const half = 2 ** 32;

/**
 * Nothing in it yet; `count` slots, a power of two. Flat memory, which the system gives page by page as it is used: as
 * objects in a map, a million places take five times as much, and the collector goes through all of them again and
 * again. A slot is one number, so that all slots stay near: which place it is, and what of the tag is not yet said by
 * where the slot is.
 */
export function openFirstPlaces(count: number): FirstPlaces {
  const most = Math.floor(count * fullest);
  const mask = count - 1;
  let slots = new Uint32Array(count);
  let places = new Uint32Array(most * width);
  let used = 0;
  const add = (tag: number, { file, offset, line }: Place): void => {
    let nth = tag & mask;
    while (slots[nth] !== 0) nth = (nth + 1) & mask;
    const at = used * width;
    places[at] = tag;
    places[at + 1] = file;
    places[at + 2] = line;
    places[at + 3] = offset % half;
    places[at + 4] = offset / half;
    used += 1;
    // Counted from 1: a slot of 0 is free.
    slots[nth] = (tag & ~mask) | used;
  };
  return {
    some(tag, isIt) {
      for (let nth = tag & mask; ; nth = (nth + 1) & mask) {
        const slot = slots[nth] ?? 0;
        if (slot === 0) return false;
        const at = ((slot & mask) - 1) * width;
        if (((slot ^ tag) & ~mask) === 0 && places[at] === tag && isIt(placeIn(places, at))) return true;
      }
    },
    add(tag, place) {
      if (used >= most) return false;
      add(tag, place);
      return true;
    },
    keep(isWanted) {
      const [old, end] = [places, used * width];
      slots = new Uint32Array(count);
      places = new Uint32Array(most * width);
      used = 0;
      for (let at = 0; at < end; at += width) if (isWanted(old[at] ?? 0)) add(old[at] ?? 0, placeIn(old, at));
    },
  };
}

function placeIn(places: Uint32Array, at: number): Place {
  const offset = (places[at + 4] ?? 0) * half + (places[at + 3] ?? 0);
  return { file: places[at + 1] ?? 0, line: places[at + 2] ?? 0, offset };
}
