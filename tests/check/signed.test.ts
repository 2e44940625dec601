import { describe, expect, it, vi } from "vitest";
import { folder } from "../scenarios/cli-bed.ts";
import { cloneOf, intents, ofRule, startWork } from "./bed.ts";

// Each of these makes several clones.
vi.setConfig({ testTimeout: 90_000 });

const signed = "\n\nCo-Authored-By: Claude <noreply@anthropic.com>";
const intentsFile = ".orchestration/active_intents.yaml";

describe("a commit that an agent signed is looked at", () => {
  it("also where it has no sidecar, and the next one brings it back", async () => {
    const { bed, report } = await startWork({ "src/billing/pay.ts": "export const pay = 1;\n" });
    bed.git("rm", "-r", "--quiet", "--cached", ".orchestration");
    await bed.put("src/billing/pay.ts", "export const pay = () => stealEverything();\n");
    bed.git("add", "src");
    bed.git("commit", "--quiet", "--no-verify", "--message", `fix${signed}`);
    bed.git("checkout", "--quiet", "--force", "main", "--", ".orchestration");
    bed.git("commit", "--quiet", "--no-verify", "--message", "restore");
    expect(ofRule(await report(), "untraced-agent")).toMatchObject([{ path: "src/billing/pay.ts", severity: "error" }]);
  });

  /** A repository that Writ came into with its second commit. */
  const adopting = async () => {
    const bed = await folder();
    bed.git("init", "--quiet");
    const put = async (path: string, text: string, message = path) => {
      await bed.put(path, text);
      bed.git("add", "--all");
      bed.git("commit", "--quiet", "--no-verify", "--message", message);
    };
    await put("a.txt", "a\n");
    const untraced = async (range: string): Promise<unknown[]> => {
      const { out } = await (await cloneOf(bed)).writ(["check", range, "--json"]);
      return ofRule(JSON.parse(out), "untraced-agent").map(({ path }) => path);
    };
    return { bed, put, untraced };
  };

  it("on a branch that left before Writ came", async () => {
    const { bed, put, untraced } = await adopting();
    await put(intentsFile, intents);
    bed.git("switch", "--quiet", "--create", "feature", "main~1");
    await put("b.txt", "b\n", `b${signed}`);
    expect(await untraced("origin/main..HEAD")).toEqual(["b.txt"]);
  });

  it("since Writ came, where the change itself brings it", async () => {
    const { bed, put, untraced } = await adopting();
    bed.git("switch", "--quiet", "--create", "feature");
    await put("early.txt", "x\n", `before Writ${signed}`);
    await put(intentsFile, intents);
    await put("late.txt", "x\n", `after it${signed}`);
    bed.git("rm", "-r", "--quiet", "--cached", ".orchestration");
    await bed.put("hidden.txt", "x\n");
    bed.git("add", "hidden.txt");
    bed.git("commit", "--quiet", "--no-verify", "--message", `without it${signed}`);
    await put(intentsFile, intents, "again");
    expect(await untraced("origin/main..HEAD")).toEqual(["hidden.txt", "late.txt"]);
  });
});
