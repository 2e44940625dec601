import { describe, expect, it } from "vitest";
import { startAgent } from "../scenarios/harness.ts";
import { intents, ofRule, startWork } from "./bed.ts";

/** An entry that YAML takes long to read, many times: 12 MB. */
const large = intents + Array.from({ length: 60_000 }, (_, nth) => intent(nth)).join("");

function intent(nth: number): string {
  return `  - id: INT-${nth + 1000}
    name: "${"x".repeat(100)}"
    status: IN_PROGRESS
    owned_scope: ["src/a${nth}/**", "src/b${nth}/**"]
`;
}

const reason = "larger than 5 MB";

describe("an intents file over the limit", () => {
  it("is reported by the check without being read", async () => {
    const { bed, commit, report } = await startWork();
    await bed.put(".orchestration/active_intents.yaml", large);
    commit("large");
    // Read, it takes a minute and three gigabytes.
    expect(ofRule(await report(), "sidecar-invalid")).toMatchObject([
      { path: ".orchestration/active_intents.yaml", severity: "error", message: expect.stringContaining(reason) },
    ]);
  });

  it("is reported by status, by the list of intents, and by the hook of a call", async () => {
    const { bed } = await startWork();
    await bed.put(".orchestration/active_intents.yaml", large);
    expect((await bed.writ(["status"])).out).toContain(reason);
    expect(await bed.writ(["intent", "list"])).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
    const agent = startAgent(bed).session("s-2");
    const { says, error } = await agent.write("src/auth/login.ts", "export const login = 2;\n");
    expect({ says, error }).toMatchObject({ says: "SIDECAR_INVALID" });
    expect(JSON.stringify(error)).toContain(reason);
  });
});
