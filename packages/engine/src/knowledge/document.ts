import type { FileFinding, KnowledgeDocument } from "@writ/contracts";
import { parseFrontMatter } from "../markup/front-matter.ts";
import { isRecord } from "../markup/parsed.ts";
import { textOf, textsOf } from "../markup/values.ts";
import { toStages } from "./stages.ts";

const types = ["skill", "workflow", "example", "alignment"];

/** What a document's front matter says about it. */
export interface ReadDocument {
  readonly document: KnowledgeDocument;
  /** Whether it presents itself as knowledge: an ordinary page does not. */
  readonly isKnowledge: boolean;
  readonly findings: readonly FileFinding[];
}

/** Reads a document's front matter; one without is a document that says nothing about itself. */
export function parseDocument(text: string, path: string): ReadDocument {
  const { parts, faults } = parseFrontMatter(text);
  const part = parts[0];
  const findings: FileFinding[] = faults.map((fault) => ({ file: path, ...fault }));
  if (part === undefined || !isRecord(part.value)) {
    return { document: { path, topics: [], stages: [], summary: "" }, isKnowledge: false, findings };
  }
  const front = part.value;
  const isKnowledge = front.doc_type !== undefined || (front.topics !== undefined && front.stages !== undefined);
  const { stages, faults: stageFaults } = toStages(front.stages, part, ["stages"]);
  const [id, type, scope] = [textOf(front.id), textOf(front.doc_type), textOf(front.scope)];
  if (isKnowledge) findings.push(...stageFaults.map((fault) => ({ file: path, ...fault })));
  if (type !== null && !types.includes(type)) {
    const message = `doc_type ${type} is none of ${types.join(", ")}.`;
    findings.push({ file: path, line: part.lineOf(["doc_type"]), severity: "warning", message });
  }
  return {
    document: {
      path,
      ...(id === null ? {} : { id }),
      ...(type === null ? {} : { type }),
      ...(scope === null ? {} : { scope }),
      topics: textsOf(front.topics),
      stages,
      summary: textOf(front.summary) ?? textOf(front.description) ?? "",
    },
    isKnowledge,
    findings,
  };
}
