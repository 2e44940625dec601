import type { KnowledgeDocument, Route, RoutingIntent } from "@writ/contracts";
import { describe, expect, it } from "vitest";
import { chooseDocuments } from "./choose.ts";
import { parseDocument } from "./document.ts";
import { intentWords } from "./intent-words.ts";
import { lintKnowledge } from "./lint.ts";
import { narrow } from "./narrow.ts";
import { parseRouteIndexes } from "./route-index.ts";
import { parseRoutes } from "./routes.ts";

const yaml = `route_indexes:
  - scope: execution.quality_gates
    topic: pre_commit_checks
    summary: Before a commit
    route_file: /routes/execution.quality_gates.pre_commit_checks.yaml
`;

describe("ROUTING.md", () => {
  it.each([
    ["the whole file", yaml, 2],
    ["front matter", `---\n${yaml}---\n# Routing\n`, 3],
    ["a fenced block", `# Routing\n\n\`\`\`yaml\n${yaml}\`\`\`\n`, 5],
  ])("keeps its list in %s", (_, text, line) => {
    const { indexes, findings } = parseRouteIndexes(text, "ROUTING.md");
    expect(findings).toEqual([]);
    expect(indexes).toMatchObject([{ scope: "execution.quality_gates", topic: "pre_commit_checks", line }]);
  });

  it.each([
    ["route_indexes:\n  - scope: a\n    topik: b\n", ["2 error", "3 warning"]],
    ["route_indexes:\n  - just text\n", ["2 error"]],
    ["route_indexes: [\n", ["2 error"]],
    ["# nothing\n", ["0 warning"]],
  ])("is told about: %j", (text, expected) => {
    const { findings } = parseRouteIndexes(text, "ROUTING.md");
    expect(findings.map(({ line, severity }) => `${line} ${severity}`)).toEqual(expected);
  });
});

describe("route files", () => {
  it.each([
    [
      "one document",
      "scope: a.b\ntopic: c\nroutes:\n  - when_to_use: now\n    related_docs: [{path: d.md, stage: [plan], doc_usage: read}]\n",
    ],
    [
      "front matter",
      "---\nscope: a.b\ntopic: c\n---\nroutes:\n  - when_to_use: now\n    related_docs: [{path: d.md, stage: plan, doc_usage: read}]\n",
    ],
    ["names from the file", "- when_to_use: now\n  related_docs: [{path: d.md, stage: PLAN, usage: read}]\n"],
  ])("come as %s", (_, text) => {
    const { routes, findings } = parseRoutes(text, "routes/a.b.c.yaml");
    expect(findings).toEqual([]);
    expect(routes).toMatchObject([
      { scope: "a.b", topic: "c", whenToUse: "now", documents: [{ path: "d.md", stages: ["plan"], usage: "read" }] },
    ]);
  });

  it("tell unknown stages and keys, missing words and missing documents", () => {
    const text = `scope: a
topic: b
routes:
  - when_to_use: now
    related_docs:
      - path: d.md
        stage: [plann]
      - stage: act
  - related_docs: [x.md]
  - when_to_use: later
    realted_docs: []
`;
    const { findings } = parseRoutes(text, "r.yaml");
    expect(findings.map(({ line, message }) => `${line} ${message}`)).toEqual([
      "7 plann is no stage. Did you mean plan?",
      "8 the entry has no path.",
      "9 a route has when_to_use and related_docs; this one has no when_to_use.",
      '11 unknown key "realted_docs"; it is ignored. Did you mean related_docs?',
      "10 the route names no related_docs, so it leads to no document.",
    ]);
  });
});

describe("documents", () => {
  it("say what they are for in their front matter", () => {
    const text =
      "---\nid: D1\ndoc_type: workflow\nscope: a\ntopics: [x, y]\nstages: [plan]\nsummary: S\n---\n# Title\n";
    expect(parseDocument(text, "d.md")).toEqual({
      document: {
        path: "d.md",
        id: "D1",
        type: "workflow",
        scope: "a",
        topics: ["x", "y"],
        stages: ["plan"],
        summary: "S",
      },
      isKnowledge: true,
      findings: [],
    });
  });

  it("need not", () => {
    expect(parseDocument("# Title\n", "d.md")).toMatchObject({ isKnowledge: false, findings: [] });
    expect(parseDocument("---\ntitle: x\nstages: [seedling]\n---\n", "d.md")).toMatchObject({ findings: [] });
  });
});

const route = (over: Partial<Route>): Route => ({
  scope: "a",
  topic: "b",
  whenToUse: "w",
  documents: [],
  file: "r.yaml",
  line: 1,
  ...over,
});

describe("narrowing", () => {
  const routes = [
    route({ scope: "execution.quality_gates", topic: "pre_commit_checks" }),
    route({ scope: "execution.quality_gates", topic: "release" }),
    route({ scope: "execution", topic: "general" }),
    route({ scope: "security", topic: "keys" }),
  ];
  it.each<[Partial<RoutingIntent>, string[], boolean]>([
    [{ scope: "execution.quality_gates", topic: "pre_commit_checks" }, ["pre_commit_checks"], true],
    [{ scope: "Execution.Quality-Gates", topic: "pre commit checks" }, ["pre_commit_checks"], true],
    [{ scope: "execution" }, ["general"], true],
    [{ scope: "execution.quality_gates.lint" }, ["pre_commit_checks", "release", "general"], true],
    [{ scope: "nowhere", topic: "keys" }, ["keys"], false],
    [{}, ["pre_commit_checks", "release", "general", "keys"], false],
  ])("%j leads to %j", (intent, topics, isNamed) => {
    const found = narrow(routes, { intent: "x", ...intent });
    expect([found.routes.map(({ topic }) => topic), found.isNamed]).toEqual([topics, isNamed]);
  });
});

it("takes an intent's names apart and its sentences as they are", () => {
  const intent = {
    intent: "learn_which_checks",
    topic: "pre_commit",
    signals: { said: "Before I commit: what?", deep: { x: ["y"] } },
  };
  expect(intentWords(intent)).toBe("learn which checks Before I commit: what? y pre commit");
});

describe("choosing documents", () => {
  const documents = new Map<string, KnowledgeDocument>([
    ["own.md", { path: "own.md", topics: [], stages: ["plan"], summary: "Own" }],
  ]);
  const fitting = [
    {
      route: route({
        documents: [
          { path: "act.md", stages: ["act"], usage: "" },
          { path: "any.md", stages: [], usage: "how" },
          { path: "plan.md", stages: ["plan", "act"], usage: "" },
          { path: "own.md", stages: [], usage: "" },
          { path: "any.md", stages: [], usage: "again" },
        ],
      }),
      why: "",
    },
  ];
  it.each([
    ["plan", 5, ["plan.md", "own.md", "any.md"]],
    ["act", 2, ["act.md", "plan.md"]],
    [undefined, 5, ["act.md", "any.md", "plan.md", "own.md"]],
  ] as const)("in stage %s, at most %s: %j", (stage, limit, expected) => {
    expect(chooseDocuments(fitting, documents, stage, limit).map(({ path }) => path)).toEqual(expected);
  });

  it("takes those of another stage only when there are no others, and says why each was chosen", () => {
    const only = [{ route: route({ documents: [{ path: "x.md", stages: ["review"], usage: "u" }] }), why: "commit" }];
    expect(chooseDocuments(only, documents, "plan", 5)).toEqual([{ path: "x.md", reason: "a/b: w; u; commit" }]);
  });
});

it("lints what can be read but leads nowhere", () => {
  const index = { scope: "a", topic: "b", summary: "", file: "ROUTING.md", line: 2 };
  const files = new Set(["routes/a.b.yaml", "d.md"]);
  const doc = (path: string, id: string) => ({
    document: { path, id, topics: [], stages: [], summary: "s" },
    isKnowledge: true,
    findings: [],
  });
  const said = lintKnowledge(
    {
      indexes: [
        { ...index, routeFile: "routes/a.b.yaml" },
        { ...index, routeFile: "routes/a.b.yaml", line: 3 },
        { ...index, topic: "c", routeFile: "gone.yaml", line: 4 },
      ],
      routeFiles: new Map([
        [
          "routes/a.b.yaml",
          [
            route({ topic: "other", documents: [{ path: "d.md", stages: [], usage: "" }] }),
            route({ line: 9, documents: [{ path: "gone.md", stages: [], usage: "" }] }),
          ],
        ],
        ["routes/x.y.yaml", []],
      ]),
      documents: [doc("d.md", "D"), doc("orphan.md", "D")],
    },
    (path) => (files.has(path) ? path : null),
  );
  expect(said.map(({ file, line, severity, message }) => `${file}:${line} ${severity} ${message}`)).toEqual([
    "ROUTING.md:2 warning a/b leads to routes/a.b.yaml, which says it is about a/other.",
    "ROUTING.md:3 warning a/b is listed twice, first at ROUTING.md:2.",
    "ROUTING.md:4 error a/c leads to gone.yaml, which is not a file of this repository.",
    "routes/x.y.yaml:0 warning no ROUTING.md lists this route file.",
    "r.yaml:9 error the route leads to gone.md, which is not a file of this repository.",
    "r.yaml:9 warning line 1 has the same when_to_use.",
    "orphan.md:1 error its id D is that of d.md already.",
    "orphan.md:1 warning no route leads to this document, so nobody will be shown it.",
  ]);
});

it("names a misspelt when_to_use, and the line of each document", () => {
  const text =
    "routes:\n  - when_to_us: now\n    related_docs: [a.md]\n  - when_to_use: now\n    related_docs:\n      - a.md\n      - stage: plan\n        path: b.md\n";
  const { routes, findings } = parseRoutes(text, "routes/a.b.yaml");
  expect(findings.map(({ line, message }) => `${line} ${message}`)).toEqual([
    "2 a route has when_to_use and related_docs; this one has no when_to_use.",
    '2 unknown key "when_to_us"; it is ignored. Did you mean when_to_use?',
  ]);
  expect(routes[0]?.documents.map(({ path, line }) => [path, line])).toEqual([
    ["a.md", 6],
    ["b.md", 8],
  ]);
});
