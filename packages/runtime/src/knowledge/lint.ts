import { realpathSync } from "node:fs";
import type { FileFinding } from "@writ/contracts";
import { inOrder } from "../survey/in-order.ts";
import { readText } from "../survey/read-text.ts";
import { walk } from "../survey/walk.ts";
import { readKnowledge } from "./read.ts";

/** What is wrong with a repository's knowledge routing, and how much of it there is. */
export async function lintKnowledge(
  root: string,
): Promise<{ findings: FileFinding[]; routes: number; documents: number }> {
  const { lintKnowledge: lint, parseKnowledgeFile } = await import("@writ/engine/knowledge");
  const { indexes, routeFiles, routes, documents, findings, find } = await readKnowledge(root);
  const realRoot = realpathSync.native(root);
  const pages = walk(realRoot, (path) => /\.md$/i.test(path), new Map()).files;
  const knowing: NonNullable<ReturnType<typeof parseKnowledgeFile>["document"]>[] = [];
  for (const page of pages) {
    const { text } = await readText(realRoot, page, { most: 32 * 1024, isHead: true });
    const document = text === null ? null : parseKnowledgeFile(text, page).document;
    if (document?.isKnowledge === true) knowing.push(document);
  }
  const own = knowing.filter(({ document }) => !documents.has(document.path)).flatMap((document) => document.findings);
  const all = [...findings, ...own, ...lint({ indexes, routeFiles, documents: knowing }, find)];
  return { findings: inOrder(all), routes: routes.length, documents: documents.size };
}
