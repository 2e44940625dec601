import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { working } from "./working.ts";

describe.skipIf(process.platform === "win32")("nobody waits for a pipe that stands where git keeps something", () => {
  it.each([".git", ".git/config", ".git/info/exclude"])(
    "%s",
    async (name) => {
      const { bed, claude } = await working();
      const place = join(bed.root, name);
      const line = { command: "npm test" };
      rmSync(place, { recursive: true, force: true });
      expect(spawnSync("mkfifo", [place]).status).toBe(0);
      const began = performance.now();
      await bed.writ(["status"]);
      await bed.writ(["undo"]);
      await claude.before("Bash", line, { id: "m" });
      await claude.after("Bash", line, { id: "m" });
      await claude.stop();
      expect(performance.now() - began).toBeLessThan(40_000);
    },
    90_000,
  );
});
