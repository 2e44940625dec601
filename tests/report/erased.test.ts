import { toMarkdown } from "@writ/engine/report";
import { expect, it } from "vitest";
import { write } from "../scenarios/agent-write.ts";
import { guarded, ok } from "../scenarios/cli-bed.ts";
import { someReport } from "./sample.ts";

it("a change whose record was erased is not said to have happened under no intent", async () => {
  const bed = await guarded();
  await write(bed, "src/auth/a.ts", "a line\n");
  await ok(bed.writ(["erase", "--session", "s-1", "--yes"]));
  const text = await ok(bed.writ(["report"]));
  expect(text).toContain("Under which intent 1 change happened was erased.");
  expect(text).toContain("| erased |");
  expect(text).not.toContain("without an intent");
  expect(JSON.parse(await ok(bed.writ(["report", "--json"]))).totals).toMatchObject({ changes: 1, erased: 1 });
});

it("tells them from those that are on record without one", () => {
  const report = someReport();
  const without = report.intents.find(({ id }) => id === "")?.changes ?? 0;
  const text = toMarkdown({ ...report, totals: { ...report.totals, erased: 2 } });
  expect(text).toContain(`${without - 2} changes are on record without an intent.`);
  expect(text).toContain("Under which intent 2 changes happened was erased.");
  expect(text).toContain("| none, or erased |");
});
