import type { Ticket } from "@writ/contracts";
import { expect, it } from "vitest";
import { paintFor } from "./text/paint.ts";
import { describeTicket } from "./tickets.ts";

const ticket: Ticket = {
  id: "T-1",
  status: "open",
  binding: "b",
  session: "s",
  agent: "claude-code",
  intent: "INT-001",
  tool: "Bash",
  risk: "command",
  reasons: ["it deletes"],
  files: ["a.ts", "b\u001b[2K.ts"],
  detail: Array.from({ length: 500 }, (_, at) => `line ${at}\u202e`).join("\n"),
  createdAt: "2026-01-01T00:00:00.000Z",
  expiresAt: "2026-01-01T00:30:00.000Z",
};

it("shows all of a ticket, and nothing that could hide a part of it", () => {
  const lines = describeTicket(ticket, paintFor(false));
  const text = lines.join("\n");
  expect(text).toContain("line 499");
  expect(text).toContain("why: it deletes");
  expect(text).toContain("b\\e[2K.ts");
  for (const hidden of ["\u001b", "\u202e"]) expect(text).not.toContain(hidden);
  expect(lines.filter((line) => line.startsWith("  | "))).toHaveLength(500);
});
