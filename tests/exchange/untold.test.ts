import { expect, it } from "vitest";
import { type Bed, ok, repository } from "../scenarios/cli-bed.ts";

const path = "src/auth/login.ts";

/** A repository with a record of another tool, which tells neither tool call nor intent. */
async function imported(url: string): Promise<Bed> {
  const bed = await repository();
  await ok(bed.writ(["init", "--intent-name", "Login", "--scope", "src/auth/**"]));
  const record = {
    version: "0.1.0",
    id: "11111111-1111-4111-8111-111111111111",
    timestamp: "2026-11-16T09:26:16Z",
    vcs: { type: "git", revision: bed.git("rev-parse", "HEAD") },
    tool: { name: "cursor", version: "2.4" },
    files: [
      {
        path,
        conversations: [
          {
            url,
            contributor: { type: "ai", model_id: "openai/gpt-5" },
            ranges: [{ start_line: 1, end_line: 1 }],
          },
        ],
      },
    ],
  };
  await bed.put("theirs.jsonl", `${JSON.stringify(record)}\n`);
  await ok(bed.writ(["import", "theirs.jsonl"]));
  return bed;
}

it("what an imported record does not tell is not taken for none", async () => {
  const bed = await imported("https://x.example/chats/3f9c1a2b-4444");
  const line = await ok(bed.writ(["why", `${path}:1`]));
  expect(line).toContain("Intent    Not known: the record was imported, and does not tell.");
  expect(line).toContain("A tool that the imported record does not name changed the file");
  const story = await ok(bed.writ(["why", path]));
  expect(story).toContain("Under which intent 1 line of AI was made is not told: imported records.");
  expect(story).toContain(
    "cursor with openai/gpt-5, a tool that is not named, imported from a record that tells no intent.",
  );
  for (const said of [line, story]) expect(said).not.toMatch(/without one|without an intent|tool unknown/);
  // All addresses begin alike.
  expect(await ok(bed.writ(["blame", path]))).toMatch(/^AI \(imported\) {2}openai\/gpt-5 {2}…\/3f9c1a2b {2}2026/);
});
