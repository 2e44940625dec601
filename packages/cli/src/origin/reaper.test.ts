import { expect, it } from "vitest";
import { lineageOf } from "../process-tree.ts";
import { findReaper } from "./reaper.ts";

it.runIf(process.platform === "linux")("is one of the parents, and tells when processes start", async () => {
  const before = Date.now();
  for (let time = 0; time < 5; time += 1) {
    const found = await findReaper();
    const parents = (await lineageOf(process.pid, process.platform)).slice(1);
    expect(parents.map(({ pid }) => pid)).toContain(found?.reaper);
    const [self] = await lineageOf(process.pid, process.platform);
    const started = (found?.zero ?? 0) + Number(self?.started) * 10;
    expect(started).toBeGreaterThan(before - process.uptime() * 1000 - 60_000);
    expect(started).toBeLessThan(Date.now());
  }
});
