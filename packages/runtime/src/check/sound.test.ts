import type { DecisionRecord, TraceRecord } from "@writ/contracts";
import { expect, it } from "vitest";
import { soundDecision, soundTrace } from "./sound.ts";

const chain = { v: 1, writer: "w", seq: 1, prev: null };
const told = `{"__proto__": {"op": "modify"}}`;

it.each(["constructor", "toString", "__proto__"])("a record says of %s what it says, and no more", (name) => {
  const trace: TraceRecord = JSON.parse(`{"metadata": {"files": ${told}}}`);
  const decision: DecisionRecord = { ...JSON.parse(`{"contents": {"__proto__": "x"}}`), metadata: chain };
  const isTold = name === "__proto__";
  expect(soundTrace(trace).metadata.files[name] !== undefined).toBe(isTold);
  expect(soundDecision(decision).contents?.[name]).toBe(isTold ? "x" : undefined);
});
