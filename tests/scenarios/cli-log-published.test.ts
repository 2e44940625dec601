import { describe, expect, it } from "vitest";
import { write } from "./agent-write.ts";
import { type Bed, folder, guarded, ok } from "./cli-bed.ts";

/** A repository in which an agent's change was committed with its records, and a clone of it. */
async function cloned(): Promise<{ first: Bed; clone: Bed }> {
  const first = await guarded();
  await write(first, "src/auth/a.ts", "the line of the agent\n");
  await ok(first.writ(["publish", "--all"]));
  first.git("add", "--all");
  first.git("commit", "--quiet", "--no-verify", "--message", "work");
  const clone = await folder();
  clone.git("clone", "--quiet", first.root, ".");
  return { first, clone };
}

const paths = (out: string): string[] =>
  out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .flatMap(({ kind, files }) => (kind === "trace" ? files[0].relative_path : []));

describe("writ log in a clone", () => {
  it("shows what was published, however it is asked", async () => {
    const { clone } = await cloned();
    const asked = [[], ["--file", "src/auth/a.ts"], ["--intent", "INT-001"], ["-n", "0"], ["--published"]];
    for (const args of asked) {
      const { out, err } = await clone.writ(["log", ...args]);
      expect(out, args.join(" ")).toMatch(/changed {2,}INT-001 {2}create src\/auth\/a\.ts:1$/m);
      expect(err.includes("these were published with commits")).toBe(args[0] !== "--published");
    }
    expect(await ok(clone.writ(["log", "--session", "nobody"]))).toBe("Nothing recorded yet that fits.\n");
    expect((await clone.writ(["log", "--intent", "INT-404"])).code).toBe(1);
    expect(await ok(clone.writ(["status"]))).toContain(
      "0 bytes of records, none of this working copy yet; those that commits brought: writ log",
    );
  });

  it("shows its own once it has some, and both on demand, each record once and by time", async () => {
    const { first, clone } = await cloned();
    expect(paths(await ok(first.writ(["log", "--json", "--published"])))).toEqual(["src/auth/a.ts"]);
    await write(clone, "src/auth/b.ts", "a line of the clone\n");
    expect(paths(await ok(clone.writ(["log", "--json"])))).toEqual(["src/auth/b.ts"]);
    expect(paths(await ok(clone.writ(["log", "--json", "--published"])))).toEqual(["src/auth/a.ts", "src/auth/b.ts"]);
    expect(paths(await ok(clone.writ(["log", "--json", "--published", "-n", "1"])))).toEqual(["src/auth/b.ts"]);
  });
});

it("what was imported stands where it was imported, as the help says", async () => {
  const bed = await guarded();
  await write(bed, "src/auth/a.ts", "the line of the agent\n");
  const old = { intent_id: "INT-001", timestamp: "2020-01-01T09:00:00Z", file: "src/auth/old.ts" };
  await bed.put("old.jsonl", `${JSON.stringify(old)}\n`);
  await ok(bed.writ(["import", "old.jsonl"]));
  expect(paths(await ok(bed.writ(["log", "--json"])))).toEqual(["src/auth/a.ts", "src/auth/old.ts"]);
  expect(paths(await ok(bed.writ(["log", "--json", "--published"])))).toEqual(["src/auth/old.ts", "src/auth/a.ts"]);
  expect(await ok(bed.writ(["log", "--help"]))).toContain("in the order of recording");
});
