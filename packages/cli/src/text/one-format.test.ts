import { expect, it } from "vitest";
import { requireOneFormat } from "./one-format.ts";

it.each<[string | undefined, boolean, boolean]>([
  [undefined, true, true],
  ["json", true, true],
  ["text", false, true],
  ["text", true, false],
  ["sarif", true, false],
])("--format %s with --json %s: %s", (format, json, isFine) => {
  const asked = () => requireOneFormat(format, json);
  if (isFine) expect(asked).not.toThrow();
  else expect(asked).toThrow(`Say --json or --format ${format}, not both.`);
});
