import { type CheckFinding, type CheckSeverity, checkRuleNames, checkRules, type LineSpan } from "@writ/contracts";
import { visible } from "../text/visible.ts";
import { fileOf } from "./places.ts";
import type { Render } from "./render.ts";
import { ruleTitles } from "./rules.ts";

const levels: Record<CheckSeverity, string> = { error: "error", warn: "warning", note: "note" };

/** SARIF 2.1.0. */
export const toSarif: Render = (report, { prefix, version }) =>
  JSON.stringify(
    {
      $schema: "https://json.schemastore.org/sarif-2.1.0.json",
      version: "2.1.0",
      runs: [
        {
          tool: { driver: { name: "writ", semanticVersion: version, rules: checkRuleNames.map(descriptor) } },
          // Each workspace of a repository has findings of its own.
          automationDetails: { id: `writ/check/${toUri(prefix)}` },
          columnKind: "utf16CodeUnits",
          invocations: [{ executionSuccessful: true, exitCode: report.ok ? 0 : 1 }],
          properties: { base: report.base, head: report.head },
          results: report.findings.map((finding) => result(finding, prefix)),
        },
      ],
    },
    null,
    2,
  );

function descriptor(rule: (typeof checkRuleNames)[number]): object {
  return {
    id: rule,
    name: rule.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: ruleTitles[rule] },
    help: { text: `See docs/ci.md for ${rule}.` },
    defaultConfiguration: { level: levels[checkRules[rule]] },
    properties: { tags: ["provenance"] },
  };
}

function result(finding: CheckFinding, prefix: string): object {
  const { rule, severity, message, hint, lines, fingerprint } = finding;
  const [first, ...rest] = lines;
  const uri = toUri(fileOf(finding, prefix));
  return {
    ruleId: rule,
    ruleIndex: checkRuleNames.indexOf(rule),
    level: levels[severity],
    message: { text: visible(`${message} ${hint}`) },
    locations: [location(uri, first)],
    // One thing to mend, in several places.
    ...(rest.length === 0
      ? {}
      : { relatedLocations: rest.map((span, at) => ({ id: at + 1, ...location(uri, span) })) }),
    partialFingerprints: { "writCheck/v1": fingerprint },
  };
}

function location(uri: string, span: LineSpan | undefined): object {
  const region = { startLine: span?.[0] ?? 1, endLine: span?.[1] ?? 1 };
  return { physicalLocation: { artifactLocation: { uri, uriBaseId: "%SRCROOT%" }, region } };
}

/** A byte of a name that is no text is spelled as that byte; any other half of a pair says nothing. */
const encoded = (name: string): string =>
  name.replace(/./gsu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xdc80 && code <= 0xdcff) return `%${(code - 0xdc00).toString(16).toUpperCase()}`;
    return encodeURIComponent(/^\p{Cs}$/u.test(character) ? "\ufffd" : character);
  });

/** A path as a reference: whatever it is called, it stays one path. */
function toUri(path: string): string {
  return path.split("/").map(encoded).join("/");
}
