import type { DecisionRecord } from "@writ/contracts";
import { expect, it } from "vitest";
import { openAnswers } from "./answers.ts";

const decision = (second: number, over: Partial<DecisionRecord>): DecisionRecord => ({
  id: `d-${second}`,
  timestamp: new Date(Date.UTC(2026, 10, 1) + second * 1000).toISOString(),
  decision: "asked",
  agent: "claude-code",
  session: "s-1",
  intent: "INT-001",
  metadata: { v: 1, writer: "w", seq: second, prev: null },
  ...over,
});

it("puts questions and answers together, once each", () => {
  const answers = openAnswers();
  const yes = { decision: "approved", by: "p-1", assurance: "tty" } as const;
  for (const record of [
    decision(0, { ticket: "T1" }),
    decision(2, { ticket: "T1" }),
    decision(10, { ...yes, ticket: "T1" }),
    decision(20, { ticket: "T2" }),
    decision(50, { decision: "rejected", ticket: "T2", by: "p-2", assurance: "ui" }),
    decision(51, { decision: "granted", ticket: "T0", grant: "G0", by: "p-1", assurance: "tty" }),
    decision(60, { ...yes, grant: "G0" }),
    decision(70, { ticket: "T3" }),
  ])
    answers.take(record);
  expect(answers.told()).toEqual({
    asked: 3,
    approved: 2,
    rejected: 1,
    granted: 1,
    waits: { median: 20_000, longest: 30_000 },
    people: [
      { by: "p-1", approved: 2, rejected: 0, medianWait: 10_000, assurances: { tty: 2 } },
      { by: "p-2", approved: 0, rejected: 1, medianWait: 30_000, assurances: { ui: 1 } },
    ],
    assurances: { script: 0, tty: 2, native: 0, ui: 1 },
  });
});

it("has no wait to tell where no question is on record", () => {
  expect(openAnswers().told()).toMatchObject({ asked: 0, waits: null, people: [] });
});
