import type { CheckSeverity } from "@writ/contracts";
import { visible } from "../text/visible.ts";
import { fileOf } from "./places.ts";
import type { Render } from "./render.ts";

const severities: Record<CheckSeverity, string> = { error: "major", warn: "minor", note: "info" };

/** GitLab's code quality report. */
export const toGitLab: Render = (report, { prefix }) =>
  JSON.stringify(
    report.findings.flatMap((finding) => {
      const spans = finding.lines.length === 0 ? [[1, 1] as const] : finding.lines;
      return spans.map(([begin], nth) => ({
        description: visible(`${finding.message} ${finding.hint}`),
        check_name: `writ/${finding.rule}`,
        // Each entry needs one of its own.
        fingerprint: nth === 0 ? finding.fingerprint : `${finding.fingerprint}-${nth}`,
        severity: severities[finding.severity],
        location: { path: fileOf(finding, prefix), lines: { begin } },
      }));
    }),
    null,
    2,
  );
