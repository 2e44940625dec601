import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv, addFormats } from "@modelcontextprotocol/client/validators/ajv";

const { $schema: _, ...schema } = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../schema/agent-trace.schema.json"), "utf8"),
);
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
const check = ajv.compile(schema);

/** What the written-out schema of Agent Trace 0.1.0 has against a record; nothing when it is valid. */
export function complaintsAbout(record: unknown): string[] {
  if (check(record)) return [];
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
