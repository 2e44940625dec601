import { expect, it } from "vitest";
import { startWork } from "../check/bed.ts";

it("check counts what people and agents made, not what Writ noted meanwhile", async () => {
  const intents = `active_intents:
  - id: INT-001
    name: Login
    status: PENDING
    owned_scope: ["src/auth/**"]
`;
  const { bed, claude, commit, report } = await startWork(undefined, { intents });
  await claude.write("src/auth/new.ts", "export const made = 1;\nexport const more = 2;\n");
  commit();
  expect(bed.git("diff", "--stat", "main", "HEAD")).toContain("active_intents.yaml");
  expect((await report()).summary.lines).toEqual({ ai: 2, human: 0, unknown: 0 });
});
