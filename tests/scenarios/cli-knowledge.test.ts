import { describe, expect, it } from "vitest";
import { type Bed, json, ok, repository } from "./cli-bed.ts";

const files = {
  "ROUTING.md": `# Routing

\`\`\`yaml
route_indexes:
  - scope: execution.quality_gates
    topic: pre_commit_checks
    summary: What runs before a commit
    route_file: /routes/execution.quality_gates.pre_commit_checks.yaml
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
`,
  "docs/checks.md": "# Checks\n",
  "docs/run-checks.md": "# Run\n",
  "docs/style.md": "# Style\n",
};

async function routed(more: Readonly<Record<string, string>> = {}): Promise<Bed> {
  const bed = await repository();
  for (const [path, content] of Object.entries({ ...files, ...more })) await bed.put(path, content);
  return bed;
}

describe("writ knowledge", () => {
  it.each([
    [
      ["Before I commit, what checks should I run?", "--stage", "understand"],
      ["docs/checks.md", "docs/style.md"],
    ],
    [
      ["--scope", "execution.quality_gates", "--stage", "act"],
      ["docs/run-checks.md", "docs/style.md"],
    ],
    [["--scope", "execution", "--limit", "1"], ["docs/checks.md"]],
    [["what a nice day"], []],
  ])("route %j leads to %j", async (args, paths) => {
    const bed = await routed();
    const found = (await json(bed.writ(["knowledge", "route", ...args, "--json"]))) as {
      path: string;
      reason: string;
    }[];
    expect(found.map(({ path }) => path)).toEqual(paths);
    for (const { reason } of found) expect(reason).toContain("execution.quality_gates/pre_commit_checks");
  });

  it("route tells a person why, and wants something to look for", async () => {
    const bed = await routed();
    const out = await ok(bed.writ(["knowledge", "route", "which", "checks", "before", "a", "commit"]));
    expect(out).toContain("docs/checks.md\n  execution.quality_gates/pre_commit_checks: Somebody asks which checks");
    expect((await bed.writ(["knowledge", "route"])).code).toBe(2);
    expect((await bed.writ(["knowledge", "route", "x", "--stage", "never"])).code).toBe(2);
    for (const limit of ["0", "9"]) {
      expect(await bed.writ(["knowledge", "route", "x", "--limit", limit])).toMatchObject({
        code: 2,
        err: expect.stringContaining("from 1 to 5"),
      });
    }
  });

  it("lint is content with what fits together, and with nothing", async () => {
    expect(await ok((await routed()).writ(["knowledge", "lint"]))).toBe("1 route to 3 documents, all fine.\n");
    expect((await (await repository()).writ(["knowledge", "lint"])).code).toBe(0);
  });

  it("lint names file, line and reason, and ends with 1 when there are errors", async () => {
    const bed = await routed({
      "ROUTING.md": `${files["ROUTING.md"]}\n`.replace(
        "```\n\n",
        "  - scope: a\n    topic: b\n    route_file: routes/a.b.yaml\n```\n",
      ),
      "docs/orphan.md": "---\ndoc_type: skill\nstages: [plann]\nsummary: s\n---\n",
      "routes/x.y.yaml": "routes:\n  - when_to_use: now\n    related_docs: [gone.md]\n",
    });
    const { code, out } = await bed.writ(["knowledge", "lint"]);
    expect(code).toBe(1);
    expect(out.split("\n").slice(0, -1)).toEqual([
      "ROUTING.md:9: error: a/b leads to routes/a.b.yaml, which is not a file of this repository.",
      "docs/orphan.md:1: warning: no route leads to this document, so nobody will be shown it.",
      "docs/orphan.md:3: error: plann is no stage. Did you mean plan?",
      "routes/x.y.yaml: warning: no ROUTING.md lists this route file.",
      "routes/x.y.yaml:3: error: the route leads to gone.md, which is not a file of this repository.",
      "1 route to 3 documents, 5 findings (3 errors, 2 warnings).",
    ]);
    const said = await bed.writ(["knowledge", "lint", "--json"]);
    expect([said.code, JSON.parse(said.out)]).toMatchObject([1, { ok: false, routes: 1, documents: 3 }]);
  });
});
