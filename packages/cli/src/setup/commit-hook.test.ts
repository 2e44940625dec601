import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasBlock, isShellScript, withBlock, withoutBlock } from "./commit-hook.ts";

const hooks = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "#!/bin/sh\nnpm test\n",
    "#!/bin/sh\nnpm test",
    "#!/bin/sh\n",
    "#!/bin/sh",
    "npx lint-staged\n",
    "#!/usr/bin/env bash\nexec pre-commit run\n",
    "#!/bin/sh\nif x; then\n  exit 0\nfi\nmake check",
    "",
    "\n",
    "exit 1",
  ),
);

describe("the commit hook's block", () => {
  it("comes out again without a trace, whatever the hook was", () => {
    fc.assert(
      fc.property(
        hooks,
        fc.option(fc.string({ minLength: 1 }).filter((self) => !self.includes("\n"))),
        (hook, self) => {
          fc.pre(!hook.includes("writ"));
          // Writ's own bare file is the one text that cannot be told from "no hook at all".
          const expected = hook === "#!/bin/sh\n" ? null : hook;
          expect(withoutBlock(withBlock(hook, self))).toBe(expected);
        },
      ),
    );
  });

  it("is put in once, however often it is put in", () => {
    fc.assert(
      fc.property(hooks, (hook) => {
        const once = withBlock(hook, null);
        expect(withBlock(once, null)).toBe(once);
        expect(hasBlock(once)).toBe(true);
      }),
    );
  });

  it("makes a hook where there was none, and takes it away again", () => {
    const made = withBlock(null, null);
    expect(made.startsWith("#!/bin/sh\n")).toBe(true);
    expect(withoutBlock(made)).toBeNull();
  });

  it("is renewed when it is an old one", () => {
    const old = withBlock("#!/bin/sh\nnpm test\n", "/old/writ.cjs");
    expect(withBlock(old, "/new/writ.cjs")).toBe(withBlock("#!/bin/sh\nnpm test\n", "/new/writ.cjs"));
  });

  it.each([
    ["npm test\n", "behind"],
    ["exec pre-commit run\n", "before"],
    ["if true; then\n  exit 0\nfi\n", "before"],
    ["echo exit\n", "behind"],
  ])("stands where it is reached: %j", (body, place) => {
    const text = withBlock(`#!/bin/sh\n${body}`, null);
    expect(text.indexOf(">>> writ") < text.indexOf(body) ? "before" : "behind").toBe(place);
  });
});

it.each([
  ["#!/bin/sh\n", true],
  ["#!/usr/bin/env bash\n", true],
  ["#!/usr/bin/env -S bash -e\n", true],
  ["#! /bin/dash\n", true],
  ["npm test\n", true],
  ["#!/usr/bin/env python3\n", false],
  ["#!/usr/bin/node\n", false],
  ["#!/usr/bin/fish\n", false],
  ["\u007fELF\u0000", false],
])("%j is read by sh: %s", (text, expected) => {
  expect(isShellScript(new TextEncoder().encode(text))).toBe(expected);
});
