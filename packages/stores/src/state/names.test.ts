import fc from "fast-check";
import { expect, it } from "vitest";
import { fileNameOf } from "./names.ts";

/** What agents send, and everything else. */
const anId = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,90}$/),
);

it("makes a safe file name of any id", () => {
  fc.assert(
    fc.property(anId, (id) => {
      expect(fileNameOf(id)).toMatch(/^(?:i-[a-z0-9=_-]+\.id|[A-Za-z0-9][A-Za-z0-9-]{0,23}\.[0-9a-f]{16})$/);
      expect(fileNameOf(id).length).toBeLessThan(200);
    }),
  );
});

it.each(["con", "NUL", "com1", "..", ".", "", "a/b", "a\\b", "-rf"])("makes no device, path or option of %j", (id) => {
  expect(fileNameOf(id)).not.toMatch(/^(?:con|nul|com1)\b|[/\\]|^[.-]/i);
});

it("gives different ids different names, also where case does not count", () => {
  fc.assert(fc.property(anId, anId, (a, b) => a === b || fileNameOf(a).toLowerCase() !== fileNameOf(b).toLowerCase()));
  expect(fileNameOf("INT-001").toLowerCase()).not.toBe(fileNameOf("int-001").toLowerCase());
});
