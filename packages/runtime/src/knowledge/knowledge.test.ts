import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "@writ/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import { lintKnowledge } from "./lint.ts";
import { readKnowledge } from "./read.ts";
import { routeDocuments } from "./route.ts";

function repository(files: Record<string, string>) {
  const made = scratch(files, null);
  onTestFinished(made.remove);
  return made;
}

const files = {
  "ROUTING.md": `# Routing

\`\`\`yaml
route_indexes:
  - scope: execution.quality_gates
    topic: pre_commit_checks
    summary: What runs before a commit
    route_file: /routes/execution.quality_gates.pre_commit_checks.yaml
  - scope: security
    topic: keys
    summary: Keys and secrets
    route_file: routes/security.keys.yaml
\`\`\`
`,
  "routes/execution.quality_gates.pre_commit_checks.yaml": `scope: execution.quality_gates
topic: pre_commit_checks
routes:
  - when_to_use: Somebody asks which checks to run before a commit
    related_docs:
      - { path: docs/checks.md, stage: [understand], doc_usage: Names every check }
      - { path: docs/run-checks.md, stage: [act] }
      - { path: docs/style.md }
  - when_to_use: The linter must be set up
    related_docs: [docs/lint.md]
`,
  "routes/security.keys.yaml": `scope: security
topic: keys
routes:
  - when_to_use: A signing key must be rotated
    related_docs: [docs/rotate.md]
`,
  "docs/checks.md":
    "---\nid: checks\ndoc_type: alignment\ntopics: [checks]\nstages: [understand]\nsummary: All checks\n---\n",
  "docs/run-checks.md": "# Run\n",
  "docs/style.md": "# Style\n",
  "docs/lint.md": "---\ndoc_type: example\nsummary: Linter\nstages: [act]\n---\n",
  "docs/rotate.md": "# Rotate\n",
};

/** The seed's flow 5.2. */
const intent = {
  scope: "execution.quality_gates",
  topic: "pre_commit_checks",
  stage: "understand" as const,
  intent: "learn_which_checks_to_run_before_commit",
  signals: { user_raw_input: "Before I commit, what checks should I run?" },
};

describe("routing", () => {
  it("gives the documents of the route that fits, those of the stage first", async () => {
    const { root } = repository(files);
    const { documents, findings } = await routeDocuments(root, intent);
    expect(findings).toEqual([]);
    expect(documents.map(({ path, stage }) => [path, stage])).toEqual([
      ["docs/checks.md", "understand"],
      ["docs/style.md", undefined],
    ]);
    expect(documents[0]?.reason).toContain("which checks to run before a commit");
  });

  it("works by words alone", async () => {
    const { root } = repository(files);
    const { documents } = await routeDocuments(root, { intent: "rotate the signing key" });
    expect(documents.map(({ path }) => path)).toEqual(["docs/rotate.md"]);
    expect((await routeDocuments(root, { intent: "what a nice day" })).documents).toEqual([]);
  });

  it("gives at most five, and as many as asked for", async () => {
    const many = Array.from({ length: 9 }, (_, at) => `docs/d${at}.md`);
    const { root } = repository({
      ...Object.fromEntries(many.map((path) => [path, "# d\n"])),
      "routes/a.b.yaml": `routes:\n  - when_to_use: always\n    related_docs: [${many.join(", ")}]\n`,
    });
    const asked = { scope: "a", topic: "b", intent: "x" };
    expect((await routeDocuments(root, asked)).documents).toHaveLength(5);
    expect((await routeDocuments(root, asked, { limit: 99 })).documents).toHaveLength(5);
    expect((await routeDocuments(root, asked, { limit: 2 })).documents).toHaveLength(2);
    expect((await routeDocuments(root, asked, { limit: 0 })).documents).toHaveLength(1);
  });

  it("never leads out of the repository, nor to nothing", async () => {
    const { root } = repository({
      "routes/a.b.yaml":
        "routes:\n  - when_to_use: always\n    related_docs: [/etc/hostname, ../../etc/hostname, out.md, gone.md, https://example.org/x.md, in.md]\n",
      "in.md": "# in\n",
    });
    symlinkSync("/etc/hostname", join(root, "out.md"));
    const { documents } = await routeDocuments(root, { scope: "a", topic: "b", intent: "x" });
    expect(documents.map(({ path }) => path)).toEqual(["in.md"]);
  });

  it("notices documents that come and go", async () => {
    const { root, write } = repository({
      "routes/a.b.yaml": "routes:\n  - when_to_use: always\n    related_docs: [late.md]\n",
    });
    expect((await readKnowledge(root)).routes).toEqual([]);
    write("late.md", "---\nsummary: Late\n---\n");
    expect((await readKnowledge(root)).documents.get("late.md")?.summary).toBe("Late");
  });

  it("knows nothing in an empty repository", async () => {
    const { root } = repository({});
    expect(await routeDocuments(root, intent)).toEqual({ documents: [], findings: [] });
  });
});

describe("lint", () => {
  it("is content with what fits together", async () => {
    const { root } = repository(files);
    expect(await lintKnowledge(root)).toEqual({ findings: [], routes: 3, documents: 5 });
  });

  it("finds dead ends, unknown stages and orphans", async () => {
    const { root } = repository({
      ...files,
      "routes/security.keys.yaml":
        "scope: security\ntopic: keys\nroutes:\n  - when_to_use: x\n    related_docs: [gone.md]\n",
      "docs/orphan.md": "---\ndoc_type: skill\nstages: [plan, acting]\nsummary: s\n---\n",
    });
    const { findings } = await lintKnowledge(root);
    expect(findings.map(({ file, line, severity }) => `${file}:${line} ${severity}`)).toEqual([
      "docs/orphan.md:1 warning",
      "docs/orphan.md:3 error",
      "routes/security.keys.yaml:5 error",
    ]);
  });
});
