import fc from "fast-check";
import { expect, it } from "vitest";
import { instantOf, isPast } from "./instant.ts";

it("agrees with the calendar", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }), (date) => {
      expect(instantOf(date.toISOString())).toBe(date.getTime());
    }),
  );
});

it.each([
  ["2026-11-15T12:00:00+02:00", "2026-11-15T10:00:00Z"],
  ["2026-11-15T04:30:00.000-0530", "2026-11-15T10:00:00Z"],
  ["2026-11-15T10:00Z", "2026-11-15T10:00:00.000Z"],
])("%s is %s", (one, other) => {
  expect(instantOf(one)).toBe(instantOf(other));
});

it.each(["", "tomorrow", "2026-11-15", "2026-11-15T10:00:00", "2026-11-15 10:00:00Z"])("%j is no instant", (text) => {
  expect(instantOf(text)).toBeNull();
  expect(isPast(text, "2026-11-15T10:00:00Z")).toBe(true);
});

it.each([
  ["2026-11-15T10:00:01Z", false],
  ["2026-11-15T10:00:00Z", true],
  ["2026-11-15T09:59:59.999Z", true],
])("at ten, %s is past: %s", (deadline, past) => {
  expect(isPast(deadline, "2026-11-15T10:00:00.000Z")).toBe(past);
});
