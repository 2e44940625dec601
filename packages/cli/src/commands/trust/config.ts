import { join } from "node:path";
import { type ConfigKey, fail } from "@writ/contracts";
import { sha256, type Writ } from "@writ/runtime";
import { readIfThere } from "../../files.ts";
import { visible } from "../../text/visible.ts";
import { openPatterns } from "./open-patterns.ts";
import type { Shown, Subject } from "./subject.ts";

const path = ".orchestration/config.yaml";

/** The config, where it loosens something nobody trusted yet. */
export async function configSubject(writ: Writ, { paint }: Shown): Promise<Subject | null> {
  const file = join(writ.root, ".orchestration", "config.yaml");
  const bytes = await readIfThere(file);
  const { untrusted, findings } = await writ.readConfig();
  const broken = findings.find(({ severity }) => severity === "error");
  if (broken !== undefined)
    throw fail("SIDECAR_INVALID", { file: path, reason: `line ${broken.line}: ${broken.message}` });
  if (bytes === null || untrusted.length === 0) return null;
  const text = bytes.toString("utf8").split("\n");
  return {
    kind: "config",
    names: untrusted,
    lines: [
      `${paint.bold(path)} loosens what Writ checks:`,
      ...untrusted.map((key) => `  ${key}: ${meaning[key]}`),
      "",
      ...text
        .filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"))
        .map((line) => `  | ${visible(line)}`),
      ...(untrusted.includes("commands") ? openPatterns(text.join("\n")).map(warning) : []),
    ],
    question: "Trust this file as it is?",
    thanks: "Trusted. A change of the file asks again.",
    paths: [path],
    async isUnchanged() {
      return (await readIfThere(file))?.equals(bytes) === true;
    },
    trust: () => writ.state.trust("config", sha256(bytes)),
  };
}

const warning = (pattern: string): string =>
  `  "${visible(pattern)}" takes in every program and text it can be given: name what is meant instead.`;

/** What loosening each key means. */
const meaning: Record<ConfigKey, string> = {
  mode: "refusals are only recorded, not enforced",
  gate: "fewer tools need an intent",
  approval: "fewer changes are shown to a person first",
  lock: "files may have changed since they were read",
  strays: "what strays from its scope is treated differently",
  reset: "an intent stays selected for longer",
  ranges: "records say less about which lines changed",
  ledger: "records are kept elsewhere",
  history: "the history is written at other times",
  expansion: "a granted scope stays for longer",
  brain: "lessons go to another file",
  lessons: "agents write lessons without a question",
  sensitive_paths: "some sensitive files are changed without a question",
  scratch: "more folders are writable without an intent",
  runners: "these commands run under an intent without a question",
  tools: "these tools are judged differently",
  commands: "these commands run under an intent without a question",
  approval_exempt: "questions of these intents are answered with yes",
  assurance: "weaker answers count as approval",
  ticket_minutes: "approvals stay valid for longer",
  check: "fewer findings of writ check count",
  quick: "quick intents may do more",
  retention: "what can be looked at or put back is gone sooner",
};
