import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { fail } from "@writ/contracts";
import * as z from "zod/mini";

/** The JSON Schema of a tool's input or output, without words some models' interfaces choke on. */
function jsonSchemaOf(schema: z.ZodMiniType): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: "input",
    override: ({ jsonSchema }) => {
      delete jsonSchema.propertyNames;
    },
  });
  return json;
}

/**
 * A schema as the SDK wants it, which shows it to clients. Values are handed on as they came: the policies must see all
 * of a call, and a digest of it must be the same as the hook's.
 */
export function shown(schema: z.ZodMiniType): StandardSchemaWithJSON {
  const json = () => jsonSchemaOf(schema);
  const validate = (value: unknown) => ({ value });
  return { "~standard": { version: 1, vendor: "writ", validate, jsonSchema: { input: json, output: json } } };
}

/** Refuses an input that is not what the tool takes, in words for the model that sent it. */
export function requireInput(schema: z.ZodMiniType, input: unknown): void {
  const read = z.safeParse(schema, input);
  if (read.success) return;
  const reasons = read.error.issues.slice(0, 5).map((issue) => {
    const where = issue.path.map((step) => (typeof step === "number" ? `[${step}]` : String(step))).join(".");
    return `${where === "" ? "the input" : where.replaceAll(".[", "[")} ${wrong(issue)}`;
  });
  throw fail("PAYLOAD_INVALID", { reason: reasons.join("; ") });
}

function wrong(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_type") return `is missing or no ${issue.expected}`;
  if (issue.code === "custom") return issue.message;
  return issue.code === "too_small" ? "is empty" : "is not understood";
}
