import { resolve } from "node:path";
import { budgetOf } from "../tests/friction/budget.ts";
import { readRecordings } from "../tests/friction/recordings.ts";
import { replay, type Said } from "../tests/friction/replay.ts";
import type { Row } from "./row.ts";

/** Twenty everyday sessions, replayed: how often a person is asked, and how often something is refused wrongly. */
export async function friction(): Promise<Row[]> {
  const said: Said[] = [];
  for (const recording of readRecordings(resolve("tests/friction/sessions"))) said.push(...(await replay(recording)));
  const { sessions, calls, questions, medianQuestions, unwanted, refusals, refusedShare } = budgetOf(said);
  const detail = `${questions} questions and ${refusals} refusals in ${calls} calls of ${sessions} everyday sessions`;
  return [
    { what: "questions a task, median of replayed sessions", value: medianQuestions, bar: 1, unit: "asked", detail },
    { what: "questions nobody wants, in all of them", value: unwanted, bar: 0, unit: "asked", detail },
    { what: "wrong refusals, of all calls", value: refusedShare * 100, bar: 0.5, unit: "%", detail },
  ];
}
