import { expect, it } from "vitest";
import { type Bed, ok } from "./cli-bed.ts";
import { governed } from "./harness.ts";
import { putHook } from "./hooks-bed.ts";
import { type Served, served } from "./mcp-bed.ts";

const wide = `active_intents:
  - {id: INT-001, name: Everything, status: IN_PROGRESS, owned_scope: ["src/**"]}
`;
const says = (text: string) => `cat >/dev/null; echo '{"messages_to_user":["${text}"]}'`;

/** A repository whose hooks speak, and an agent without hooks. */
async function speaking(): Promise<{ bed: Bed; agent: Served }> {
  const bed = await governed({}, { intents: wide });
  await putHook(bed, "greets", "event_type: SessionStart\n", says("Good day."));
  const hint = `{"suggested_abilities":[{"id":"x","reason":"it fits"}],"messages_to_user":["before\\\\u001b[31m"]}`;
  await putHook(bed, "hints", "event_type: PreAbilityCall\n", `cat >/dev/null; echo '${hint}'`);
  const no = `{"error":"blocked_by_policy","messages_to_user":["Not that one."]}`;
  const guard = `if grep -q forbidden; then echo '${no}'; else echo '{}'; fi`;
  await putHook(bed, "guard", "event_type: PreAbilityCall\nblocking: true\n", guard);
  await putHook(bed, "watches", "event_type: PostAbilityCall\n", says("after"));
  await ok(bed.writ(["trust", "--yes"]));
  return { bed, agent: await served(bed) };
}

/** Every text of an answer. */
async function texts({ client }: Served, tool: string, input: Record<string, unknown>): Promise<string[]> {
  const { content } = await client.callTool({ name: tool, arguments: input });
  return content.map((part) => (part.type === "text" ? part.text : part.type));
}

const ability = expect.stringMatching(/^Abilities of this repository.*\n- x: it fits/);
const before = "Tell your person: before\\e[31m";

it("what hooks say comes with the answer of the call, behind what the tool gives", async () => {
  const { bed, agent } = await speaking();
  const [context, ...greeting] = await texts(agent, "select_active_intent", { intent_id: "INT-001" });
  expect(context).toMatch(/^<intent_context>/);
  expect(greeting).toEqual(["Tell your person: Good day."]);

  const [files, ...told] = await texts(agent, "write_file", { path: "src/a.ts", content: "1\n" });
  expect(JSON.parse(files ?? "")).toMatchObject({ files: [{ path: "src/a.ts", op: "create" }] });
  expect(told).toEqual([ability, before, "Tell your person: after"]);
  expect(await bed.read("src/a.ts")).toBe("1\n");
});

it("a refusal stays the first text, and what else hooks said stands behind it", async () => {
  const { agent } = await speaking();
  await agent.select("INT-001");
  const [refusal, ...told] = await texts(agent, "write_file", { path: "src/forbidden.ts", content: "1\n" });
  expect(JSON.parse(refusal ?? "")).toMatchObject({
    code: "BLOCKED_BY_POLICY",
    message: expect.stringContaining("Not that one."),
  });
  expect(told).toEqual([ability, before]);
});

it("a change that does not fit still tells what was said before it", async () => {
  const { agent } = await speaking();
  await agent.select("INT-001");
  await agent.write("src/a.ts", "1\n");
  const edits = [{ old: "2", new: "3" }];
  const [, ...told] = await texts(agent, "edit_file", { path: "src/a.ts", edits });
  expect(told).toEqual([ability, before, "Tell your person: after"]);
});

it("without hooks an answer has one text", async () => {
  const agent = await served(await governed({}, { intents: wide }));
  expect(await texts(agent, "select_active_intent", { intent_id: "INT-001" })).toHaveLength(1);
});
