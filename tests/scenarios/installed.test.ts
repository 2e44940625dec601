import { vi } from "vitest";

vi.hoisted(() => {
  process.env.WRIT_TEST_HOOKS = "installed";
});

// The same scenarios once more, through the line that `writ init` installs: its shim and its daemon.
await import("./seeds.test.ts");
await import("./seeds-handshake.test.ts");
