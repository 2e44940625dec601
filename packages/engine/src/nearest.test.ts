import { expect, it } from "vitest";
import { nearest } from "./nearest.ts";

it.each([
  ["obsrve", ["enforce", "observe"], "observe"],
  ["OBSERVE", ["enforce", "observe"], "observe"],
  ["everychange", ["every-change", "risky"], "every-change"],
  ["ticketMinutes", ["ticket_minutes", "tools"], "ticket_minutes"],
  ["xyz", ["enforce", "observe"], null],
  ["", ["ui"], null],
  ["x".repeat(10_000), ["ui", "tty"], null],
])("%j of %j: %j", (word, words, expected) => {
  expect(nearest(word, words)).toBe(expected);
});
