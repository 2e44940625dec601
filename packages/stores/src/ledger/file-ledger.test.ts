import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeLedger } from "@writ/testkit";
import { afterAll } from "vitest";
import { openTraceLedger } from "./file-ledger.ts";

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

describeLedger("file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "writ-ledger-"));
  folders.push(folder);
  const file = join(folder, "agent_trace.jsonl");
  return openTraceLedger({ file, writer: async () => "0123456789ab", state: join(folder, ".state") });
});
