import { vi } from "vitest";

vi.hoisted(() => {
  process.env.WRIT_TEST_HOOKS = "installed";
});

// What `installed.test.ts` leaves out: bad input and tickets through the shim and the daemon.
await import("./bad-input.test.ts");
await import("./seeds-tickets.test.ts");
