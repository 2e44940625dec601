import { vi } from "vitest";
import { describeInstalled } from "./installed.ts";

vi.hoisted(() => {
  process.env.WRIT_TEST_HOOKS = "installed";
});

describeInstalled("through a warm daemon", true);
