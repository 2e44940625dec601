import { aHook, aPostCall } from "@writ/testkit";
import { expect, it } from "vitest";
import { plan } from "./plan.ts";

it("runs what listens and matches, in order, and says why the rest does not", () => {
  const hooks = [
    aHook({ id: "a" }),
    aHook({ id: "off", enabled: false }),
    aHook({ id: "ci", environments: ["ci", "prod*"] }),
    aHook({ id: "deaf", events: ["SessionStop"] }),
    aHook({ id: "slow", match: { minDurationMs: 1000 } }),
    aHook({ id: "b", environments: ["dev"] }),
  ];
  const { run, skipped } = plan(hooks, aPostCall({ duration_ms: 12 }), "dev");
  expect(run.map(({ id }) => id)).toEqual(["a", "b"]);
  expect(skipped.map(({ hook, reason }) => [hook.id, reason])).toEqual([
    ["off", "is switched off (enabled: false)"],
    ["ci", "runs only in ci, prod*, and this is dev"],
    ["slow", "took 12 ms, less than min_duration_ms 1000"],
  ]);
});
