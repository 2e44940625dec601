import { aHook } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { order } from "./order.ts";

/** `a<b,c` is a hook `a` that waits for `b` and `c`. */
const hooksOf = (...texts: string[]) =>
  texts.map((text) => {
    const [id = "", after] = text.split("<");
    return aHook({ id, after: after === undefined ? [] : after.split(",") });
  });
const ids = (texts: readonly string[]) => order(hooksOf(...texts)).hooks.map(({ id }) => id);

describe("order", () => {
  it.each([
    ["as it was", ["b", "a", "c"], ["b", "a", "c"]],
    ["behind the one it waits for", ["a<c", "b", "c"], ["b", "c", "a"]],
    ["a chain", ["a<b", "b<c", "c"], ["c", "b", "a"]],
    ["of two that became free, the first", ["a<d", "b<d", "c", "d"], ["c", "d", "a", "b"]],
    ["a circle is left out, and nobody else", ["a<b", "b<a", "c<a", "d"], ["c", "d"]],
    ["waiting for nobody known", ["a<nobody", "b"], ["a", "b"]],
  ])("%s", (_, given, expected) => {
    expect(ids(given)).toEqual(expected);
  });

  it("names the way of a circle to each hook in it", () => {
    const { faults } = order(hooksOf("a<b", "b<c", "c<a", "d<a"));
    expect(faults.map(({ hook, severity, message }) => [hook.id, severity, message])).toEqual([
      ["a", "error", "after: hooks wait for each other: a waits for b waits for c waits for a"],
      ["b", "error", "after: hooks wait for each other: b waits for c waits for a waits for b"],
      ["c", "error", "after: hooks wait for each other: c waits for a waits for b waits for c"],
    ]);
  });

  it("tells of a hook that is not there", () => {
    const { faults } = order(hooksOf("a<nobody"));
    expect(faults.map(({ severity, message }) => [severity, message])).toEqual([
      ["warning", "after: there is no hook nobody to wait for"],
    ]);
  });

  it("loses no hook, keeps everybody behind whom they wait for, and those who wait for nobody as they were", () => {
    // Each waits only for earlier numbers, so there is no circle; then they are shuffled.
    const graph = fc
      .array(fc.array(fc.nat(), { maxLength: 3 }), { maxLength: 30 })
      .map((waits) =>
        waits.map((after, n) => aHook({ id: `h${n}`, after: n === 0 ? [] : after.map((other) => `h${other % n}`) })),
      )
      .chain((hooks) => fc.shuffledSubarray(hooks, { minLength: hooks.length }));
    fc.assert(
      fc.property(graph, (hooks) => {
        const { hooks: ordered, faults } = order(hooks);
        expect(faults).toEqual([]);
        expect([...ordered].sort(byId)).toEqual([...hooks].sort(byId));
        const place = new Map(ordered.map(({ id }, at) => [id, at]));
        for (const { id, after } of ordered) {
          for (const other of after) expect(place.get(other)).toBeLessThan(place.get(id) ?? -1);
        }
        const free = (list: typeof hooks) => list.filter(({ after }) => after.length === 0);
        expect(free(ordered)).toEqual(free(hooks));
        expect(order(ordered).hooks).toEqual(ordered);
      }),
    );
  });

  it("orders 200 hooks that all wait for the one before in no time", () => {
    const hooks = Array.from({ length: 200 }, (_, n) => aHook({ id: `h${n}`, after: n === 199 ? [] : [`h${n + 1}`] }));
    expect(order(hooks).hooks.map(({ id }) => id)).toEqual(hooks.map(({ id }) => id).reverse());
  });
});

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
