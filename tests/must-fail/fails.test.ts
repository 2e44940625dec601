import { expect, it } from "vitest";

it("fails, so that CI can see a red run being red", () => {
  expect("red").toBe("green");
});
