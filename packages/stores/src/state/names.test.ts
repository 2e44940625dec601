import fc from "fast-check";
import { expect, it } from "vitest";
import { fileNameOf } from "./names.ts";

it("makes a safe file name of any id", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (id) => {
      expect(fileNameOf(id)).toMatch(/^[A-Za-z0-9][A-Za-z0-9-]{0,23}\.[0-9a-f]{16}$/);
    }),
  );
});

it("gives different ids different names, also where case does not count", () => {
  const ids = fc.uniqueArray(fc.string({ maxLength: 40 }), { minLength: 2, maxLength: 2 });
  fc.assert(fc.property(ids, ([a = "", b = ""]) => fileNameOf(a).toLowerCase() !== fileNameOf(b).toLowerCase()));
  expect(fileNameOf("INT-001")).not.toBe(fileNameOf("int-001"));
});
