import fc from "fast-check";
import { expect, it } from "vitest";
import { excludedIn, withExcluded } from "./exclude.ts";

const texts = fc.oneof(fc.constantFrom("", "\n", "*.log", "*.log\n", "# git's own\n", "a\r\n"), fc.string());
const paths = fc.uniqueArray(fc.constantFrom(".mcp.json", ".claude/settings.local.json", "opencode.json"), {
  minLength: 1,
});

it("comes out again without a trace, whatever the file was", () => {
  fc.assert(
    fc.property(texts, paths, (text, some) => {
      const next = withExcluded(text, some);
      expect(excludedIn(next)).toEqual([...some].sort());
      expect(withExcluded(next, some)).toBe(next);
      expect(withExcluded(next, []) ?? "").toBe(text);
    }),
  );
});

it("makes the file and takes it away again, and keeps what people add", () => {
  const made = withExcluded(null, [".mcp.json"]);
  expect(withExcluded(made, [])).toBeNull();
  expect(withExcluded(null, [])).toBeNull();
  expect(withExcluded(`${made}mine\n`, [])).toBe("mine\n");
  expect(withExcluded("mine\n", [])).toBe("mine\n");
});
