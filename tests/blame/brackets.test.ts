import { expect, it } from "vitest";
import { cloneBed, openBed } from "./bed.ts";

it("a bracket behind a line that a person changed stays whose it was, also when another call adds to a renamed file", async () => {
  const bed = await openBed();
  const head = ["export function login() {", "  return startSession(1);", "}"];
  bed.put("src/a.ts", head);
  await bed.commit();
  const one = await bed.write("src/a.ts", [...head, "", "export function logout() {", "  return endSession(2);", "}"]);
  await bed.commit();
  bed.git("mv", "src/a.ts", "src/auth.ts");
  await bed.commit();
  bed.put("src/auth.ts", bed.read("src/auth.ts").with(5, '  return endAll("x");'));
  await bed.commit();
  const before = ["human", "human", "human", "one", "one", "human", "one"];
  expect(await bed.who("src/auth.ts", { one })).toEqual(before);
  const more = ["", "export function third() {", "  return thirdOne(4);", "}"];
  const two = await bed.write("src/auth.ts", [...bed.read("src/auth.ts"), ...more]);
  const after = [...before, "two", "two", "two", "two"];
  expect(await bed.who("src/auth.ts", { one, two })).toEqual(after);
  await bed.commit();
  expect(await (await cloneBed(bed)).who("src/auth.ts", { one, two })).toEqual(after);
});
