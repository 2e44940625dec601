export { type FindFile, type Knowledge, lintKnowledge } from "./lint.ts";
export { parseKnowledgeFile } from "./parse-file.ts";
