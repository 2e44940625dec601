import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sayContext, sayMessages } from "./say.ts";

const registry = ".system/registry/high-level/billing.yaml";

describe("what the model is told", () => {
  it("is one line for each suggestion, and marks what no registry has", () => {
    const text = sayContext({
      abilities: [
        {
          id: "billing_regression",
          reason: "Matches 'billing regression'",
          confidence: 0.9,
          verified: true,
          source: registry,
        },
        { id: "made_up", reason: "", verified: false },
      ],
      documents: [{ path: "docs/checks.md", reason: "when you commit", stage: "plan" }],
    });
    expect(text.split("\n")).toEqual([
      "Abilities of this repository that may help with this request (hints; check their registry entry before use):",
      `- billing_regression (confidence 0.90): Matches 'billing regression' [${registry}]`,
      "- made_up [not in any registry here]",
      "",
      "Documents of this repository that may help with this request:",
      "- docs/checks.md (plan): when you commit",
    ]);
  });

  it("is nothing when there is nothing", () => {
    expect(sayContext({ abilities: [], documents: [] })).toBe("");
  });

  it("stays short and plain whatever a repository writes", () => {
    const odd = fc.string({ unit: "binary", maxLength: 1000 });
    const ability = fc.record({ id: odd, reason: odd, verified: fc.boolean(), source: odd });
    fc.assert(
      fc.property(fc.array(ability, { maxLength: 20 }), (abilities) => {
        const lines = sayContext({ abilities, documents: [] }).split("\n");
        expect(lines.length).toBeLessThanOrEqual(12);
        for (const line of lines) {
          expect(line.length).toBeLessThanOrEqual(400);
          expect(line).not.toMatch(/\p{Cc}|\p{Bidi_Control}/u);
        }
        abilities.slice(0, 10).forEach(({ verified }, at) => {
          if (!verified) expect(lines[at + 1]).toMatch(/\[not in any registry here\]$/);
        });
      }),
    );
  });

  it("says how many were left out", () => {
    const documents = Array.from({ length: 13 }, (_, n) => ({ path: `${n}.md`, reason: "x" }));
    expect(sayContext({ abilities: [], documents }).split("\n").at(-1)).toBe("- and 3 more");
  });
});

it("messages are told once, without secrets and tricks, and not without end", () => {
  expect(sayMessages(["a\nb", " ", "a\nb", "password=hunter2", "x\u001b[2J"])).toEqual([
    "a\nb",
    "password=[redacted]",
    "x\\e[2J",
  ]);
  expect(sayMessages(["x".repeat(3000)])[0]).toHaveLength(2000);
  const many = Array.from({ length: 25 }, (_, n) => `${n}`);
  expect(sayMessages(many.slice(0, 20))).toEqual(many.slice(0, 20));
  expect(sayMessages(many)).toEqual([...many.slice(0, 19), "6 more messages are in .system/logs/hooks.log."]);
});
