import { createWrit } from "@writ/runtime";
import type { Bed } from "./cli-bed.ts";

const session = { id: "s-1", agent: "claude-code" } as const;

/** An agent that writes one file under INT-001. */
export async function write(bed: Bed, path: string, content: string): Promise<void> {
  const writ = await createWrit(bed.root);
  await writ.select(session, "INT-001", "library");
  const request = { tool: "write_to_file", input: { path, content }, callId: path };
  const event = { at: new Date().toISOString(), session, cwd: bed.root, request };
  await writ.before({ ...event, name: "tool.before" });
  await bed.put(path, content);
  await writ.after({ ...event, name: "tool.after", outcome: { status: "ok" } });
  await writ.close();
}
