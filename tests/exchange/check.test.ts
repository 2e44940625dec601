import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { ofRule, ok, startWork } from "../check/bed.ts";

const text = "export const amount = 1234567890;\n";
const hash = `sha256:${createHash("sha256").update(text).digest("hex")}`;
/** Another tool says that the line was made under INT-002, which owns the file. */
const conversation = {
  contributor: { type: "ai", model_id: "x/y" },
  ranges: [{ start_line: 1, end_line: 1, content_hash: hash }],
  related: [{ type: "specification", url: "urn:writ:intent:INT-002" }],
};
const claim = JSON.stringify({
  version: "0.1.0",
  // Later than what Writ itself will have recorded, as a forger would say.
  timestamp: new Date(Date.now() + 3_600_000).toISOString(),
  files: [{ path: "src/billing/new.ts", conversations: [conversation] }],
});

it("an import does not bring what an agent did out of its scope under another intent", async () => {
  const { bed, claude, commit, report } = await startWork({}, { config: "mode: observe\n" });
  await claude.write("src/billing/new.ts", text);
  expect(await ok(bed.writ(["import", "-"], { stdin: claim }))).toBe("Imported 1 record.\n");
  commit();
  const found = await report();
  expect(found.ok).toBe(false);
  expect(ofRule(found, "out-of-scope")).toMatchObject([{ path: "src/billing/new.ts", intent: "INT-001" }]);
  const log = await ok(bed.writ(["log"]));
  expect(log).toMatch(/ imported +INT-002 +modify src\/billing\/new\.ts/);
  expect(log).toMatch(/ imported +- +by p-[0-9a-f]{10} \(script\) +"1 record"/);
});

it("lines that only an import tells of are covered by no intent", async () => {
  const { bed, commit, report } = await startWork();
  await bed.put("src/billing/new.ts", text);
  await ok(bed.writ(["import", "-"], { stdin: claim }));
  expect(await ok(bed.writ(["blame", "src/billing/new.ts"]))).toContain("AI (imported)");
  commit();
  expect(ofRule(await report(), "no-intent")).toMatchObject([{ path: "src/billing/new.ts", lines: [[1, 1]] }]);
});
