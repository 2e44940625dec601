import type { BedAgent } from "@writ/testkit/bed";
import type { Turn } from "@writ/testkit/model";
import { handshake, lookAt } from "./day.ts";

/** Finds fault as `tsc` does, so that no compiler has to be fetched. */
const build = `import { readFileSync } from "node:fs";
const [service, file] = process.argv.slice(2);
const lines = readFileSync(file, "utf8").split("\\n");
const at = lines.findIndex((line) => line.includes(": number = \\""));
console.log(\`built \${service}\`);
if (at >= 0) {
  console.log(\`\${file}(\${at + 1},14): error TS2322: Type 'string' is not assignable to type 'number'.\`);
  process.exitCode = 2;
}
`;

/** What a person asked before each commit wants to read. */
const preCommit = `#!/bin/sh
message=$(cat)
case "$message" in
  *"what checks should I run"*)
    echo '{"new_intent": {"scope": "execution.quality_gates", "topic": "pre_commit_checks", "stage": "understand",
      "intent": "learn_which_checks_to_run_before_commit"}}' ;;
esac
`;

/** A repository as section 5 of S4 has it: services with a build each, an ability, documents, and hooks. */
export const files: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify({
    name: "shop",
    private: true,
    workspaces: ["services/*"],
    scripts: {
      "build:billing": "node scripts/build.mjs billing services/billing/src/invoice.ts",
      "build:auth": "node scripts/build.mjs auth services/auth/src/login.ts",
    },
  })}\n`,
  "scripts/build.mjs": build,
  "services/billing/package.json": '{ "name": "billing", "version": "1.0.0" }\n',
  "services/billing/src/invoice.ts": "export const total: number = 1;\n",
  "services/auth/package.json": '{ "name": "auth", "version": "1.0.0" }\n',
  "services/auth/src/login.ts": "export const login: number = 1;\n",
  "ABILITY.md": `# Abilities

| Id | Type | Scope | When to use | Registry path |
|---|---|---|---|---|
| billing_regression | workflow | billing | Run the full billing regression tests | .system/registry/high-level/billing_regression.yaml |
| signup_e2e | workflow | signup | Test the signup flow end-to-end | .system/registry/high-level/signup_e2e.yaml |
`,
  ".system/registry/high-level/billing_regression.yaml": `id: billing_regression
type: workflow
version: 1
summary: Regression workflow for the billing module
scope: { modules: [billing] }
routing_hints: { keywords: [billing, regression] }
`,
  ".system/registry/high-level/signup_e2e.yaml": `id: signup_e2e
type: workflow
version: 1
summary: End-to-end test of the signup flow
scope: { modules: [signup] }
routing_hints: { keywords: [signup, e2e] }
`,
  "ROUTING.md": `# Routing

\`\`\`yaml
route_indexes:
  - scope: execution.quality_gates
    topic: pre_commit_checks
    summary: What to run before a commit
    route_file: routes/execution.quality_gates.pre_commit_checks.yaml
\`\`\`
`,
  "routes/execution.quality_gates.pre_commit_checks.yaml": `scope: execution.quality_gates
topic: pre_commit_checks
routes:
  - when_to_use: Somebody wants to know which checks to run before a commit
    related_docs:
      - path: docs/pre-commit.md
        stage: [understand, plan]
        doc_usage: The checks, and how to run them
`,
  "docs/pre-commit.md": "# Before a commit\n\nRun `make dev_check`.\n",
  ".system/hooks/pre_commit_intent.yaml": `id: pre_commit_intent
event_type: UserPromptSubmit
summary: Whoever asks about checks before a commit gets the documents about them.
handler:
  kind: script
  command: ./scripts/hooks/pre_commit_intent.sh
`,
  "scripts/hooks/pre_commit_intent.sh": preCommit,
  ".system/hooks/session_stop_build_check.yaml": `id: session_stop_build_check
event_type: SessionStop
enabled: true
summary: Builds the services a session changed.
handler:
  kind: module
  command: builtin:session_stop_build_check
timeout_ms: 120000
`,
};

export const prompts = {
  billing: "Run the full billing regression tests for me.",
  commit: "Before I commit, what checks should I run?",
};

/** A session that changes one service, and breaks it. */
export const changesBilling = (agent: BedAgent): Turn[] => [
  { name: "the handshake", act: handshake(agent) },
  { name: "a look", act: lookAt(agent, "services/billing/src/invoice.ts") },
  {
    name: "an edit",
    act: {
      do: "edit",
      path: "services/billing/src/invoice.ts",
      old: "export const total: number = 1;\n",
      now: 'export const total: number = "one";\n',
    },
  },
  { name: "the end", act: { do: "say", text: "Done." } },
];

/** A session that only answers. */
export const answers: readonly Turn[] = [{ name: "the end", act: { do: "say", text: "Run make dev_check." } }];
