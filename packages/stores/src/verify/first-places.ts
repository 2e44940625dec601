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
/** A slot is a tag, a file, a line and an offset in two halves: together, as they are far from everything else. */
const width = 5;
const half = 2 ** 32;

/**
 * Nothing in it yet; `count` slots of 20 bytes, a power of two. Flat memory, which the system gives page by page as it
 * is used: as objects in a map, a million places take five times as much, and the collector goes through all of them
 * again and again.
 */
export function openFirstPlaces(count: number): FirstPlaces {
  // A tag of 0 marks a free slot.
  let slots = new Uint32Array(count * width);
  let used = 0;
  const mask = count - 1;
  const put = (tag: number, { file, offset, line }: Place): void => {
    let nth = tag & mask;
    while (slots[nth * width] !== 0) nth = (nth + 1) & mask;
    const at = nth * width;
    slots[at] = tag;
    slots[at + 1] = file;
    slots[at + 2] = line;
    slots[at + 3] = offset % half;
    slots[at + 4] = offset / half;
    used += 1;
  };
  return {
    some(tag, isIt) {
      for (let nth = tag & mask; slots[nth * width] !== 0; nth = (nth + 1) & mask)
        if (slots[nth * width] === tag && isIt(placeIn(slots, nth * width))) return true;
      return false;
    },
    add(tag, place) {
      if (used >= count * fullest) return false;
      put(tag, place);
      return true;
    },
    keep(isWanted) {
      const old = slots;
      slots = new Uint32Array(count * width);
      used = 0;
      for (let at = 0; at < old.length; at += width) {
        const tag = old[at] ?? 0;
        if (tag !== 0 && isWanted(tag)) put(tag, placeIn(old, at));
      }
    },
  };
}

function placeIn(slots: Uint32Array, at: number): Place {
  const offset = (slots[at + 4] ?? 0) * half + (slots[at + 3] ?? 0);
  return { file: slots[at + 1] ?? 0, line: slots[at + 2] ?? 0, offset };
}
