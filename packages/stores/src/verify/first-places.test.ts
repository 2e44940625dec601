import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openFirstPlaces, type Place } from "./first-places.ts";

/** Places as they come: file by file, each from its beginning to its end, which may be beyond four gigabytes. */
const met = fc
  .array(fc.record({ tag: fc.integer({ min: 1, max: 2 ** 32 - 1 }), far: fc.boolean(), isNext: fc.boolean() }), {
    maxLength: 200,
  })
  .map((steps) => {
    const place: Place = { file: 0, offset: 0, line: 1 };
    return steps.map(({ tag, far, isNext }) => {
      if (isNext) Object.assign(place, { file: place.file + 1, offset: 0, line: 1 });
      else Object.assign(place, { offset: place.offset + (far ? 5 * 2 ** 30 : 100), line: place.line + 1 });
      // Some share a slot, some all but their highest bits.
      return { tag: far ? (tag & ~0xff) >>> 0 || 1 : tag, place: { ...place } };
    });
  });

describe("where ids were first met", () => {
  it("is what was put there, also after some were dropped", () => {
    fc.assert(
      fc.property(met, fc.integer({ min: 1, max: 2 ** 32 - 1 }), (all, bound) => {
        const places = openFirstPlaces(256);
        const found = (tag: number) => {
          const seen: Place[] = [];
          places.some(tag, (place) => seen.push(place) === 0);
          return seen;
        };
        const added = all.filter(({ tag, place }) => places.add(tag, place));
        expect(added.length).toBe(Math.min(all.length, 192));
        const of = (tag: number, known: typeof all) => known.filter((one) => one.tag === tag).map(({ place }) => place);
        for (const { tag } of all) expect(found(tag)).toEqual(of(tag, added));
        places.keep((tag) => tag < bound);
        const kept = added.filter(({ tag }) => tag < bound);
        for (const { tag } of all) expect(found(tag)).toEqual(of(tag, kept));
      }),
    );
  });
});
