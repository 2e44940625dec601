import { fail } from "@writ/contracts";

/** Throws where `--json` asks for one format and `--format` for another. */
export function requireOneFormat(format: string | undefined, json: boolean): void {
  if (!json || format === undefined || format === "json") return;
  throw fail("USAGE", { message: `Say --json or --format ${format}, not both.`, fix: "Leave one of them out." });
}
