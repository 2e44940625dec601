export { lintKnowledge } from "./lint.ts";
export { routeDocuments } from "./route.ts";
