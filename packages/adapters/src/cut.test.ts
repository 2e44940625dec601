import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutContext } from "./cut.ts";

describe("context that is too long", () => {
  it("is left alone when it is not", () => {
    expect(cutContext("é".repeat(50), 100)).toBe("é".repeat(50));
  });

  it("keeps whole lines, and says where the rest is", () => {
    const intent = `<intent_context>\n  <id>INT-042</id>\n${"  line\n".repeat(100)}`;
    const cut = cutContext(intent, 300);
    expect(cut.split("\n").slice(2, -1)).toEqual(Array(cut.split("\n").length - 3).fill("  line"));
    expect(cut).toMatch(/\n\(Cut here: .*writ intent show INT-042\)$/);
    expect(cutContext("a\n".repeat(1_000), 300)).toMatch(/writ intent list\)$/);
  });

  it("does not name an id that is none", () => {
    const text = `<intent_context>\n<id>x; rm -rf /</id>${"y".repeat(1_000)}`;
    expect(cutContext(text, 300)).toMatch(/writ intent list\)$/);
  });

  it("never takes more bytes than there may be, and breaks no character", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "é", "漢", "😀", "\n"), minLength: 100, maxLength: 400 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 150, max: 900 }), (text, most) => {
        const cut = cutContext(text, most);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most);
        expect(Buffer.from(cut).toString()).toBe(cut);
        if (Buffer.byteLength(text) <= most) expect(cut).toBe(text);
      }),
    );
  });
});
