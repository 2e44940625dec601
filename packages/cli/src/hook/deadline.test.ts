import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { startDeadline } from "./deadline.ts";

const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;

it("passes while something waits", async () => {
  const { passed, end } = startDeadline(20);
  expect(await Promise.race([passed.then(() => "late"), sleep(5000, "answered", { ref: false })])).toBe("late");
  end();
});

it("counts from its start, also when nothing could wait for a while", async () => {
  const { passed } = startDeadline(50);
  const start = performance.now();
  while (performance.now() - start < 60);
  await passed;
  expect(performance.now() - start).toBeLessThan(5000);
});

it("sets no timer for what is decided in one go", async () => {
  const before = timers();
  const { end } = startDeadline(60_000);
  for (let step = 0; step < 100; step++) await Promise.resolve();
  end();
  await new Promise((turned) => setImmediate(turned));
  expect(timers()).toBe(before);
});

it("leaves no timer behind once it is ended", async () => {
  const before = timers();
  const { end } = startDeadline(60_000);
  await new Promise((turned) => setImmediate(turned));
  expect(timers()).toBe(before + 1);
  end();
  expect(timers()).toBe(before);
});
