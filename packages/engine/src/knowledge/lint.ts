import type { FileFinding, Route } from "@writ/contracts";
import type { ReadDocument } from "./document.ts";
import type { RouteIndex } from "./route-index.ts";

/** Everything knowledge routing is made of, as written. */
export interface Knowledge {
  readonly indexes: readonly RouteIndex[];
  /** Every route file there is, with its routes. */
  readonly routeFiles: ReadonlyMap<string, readonly Route[]>;
  /** Every document that presents itself as knowledge. */
  readonly documents: readonly ReadDocument[];
}

/** Finds the file that another one mentions: its path from the root, or `null`. */
export type FindFile = (mentioned: string, file: string) => string | null;

/** What is wrong with routes that could all be read: dead ends, doubles, what nothing leads to. */
export function lintKnowledge(knowledge: Knowledge, find: FindFile): FileFinding[] {
  return [...indexFindings(knowledge, find), ...routeFindings(knowledge, find), ...documentFindings(knowledge, find)];
}

const at = (
  { file, line }: { file: string; line: number },
  severity: FileFinding["severity"],
  message: string,
): FileFinding => ({ file, line, severity, message });

function indexFindings({ indexes, routeFiles }: Knowledge, find: FindFile): FileFinding[] {
  const seen = new Map<string, RouteIndex>();
  const findings = indexes.flatMap((index): FileFinding[] => {
    const { scope, topic, routeFile, file } = index;
    const name = `${scope}/${topic}`;
    const first = seen.get(name);
    if (first !== undefined) {
      return [at(index, "warning", `${name} is listed twice, first at ${first.file}:${first.line}.`)];
    }
    seen.set(name, index);
    const path = find(routeFile, file);
    if (path === null)
      return [at(index, "error", `${name} leads to ${routeFile}, which is not a file of this repository.`)];
    const route = routeFiles.get(path)?.[0];
    if (route === undefined || (route.scope === scope && route.topic === topic)) return [];
    return [at(index, "warning", `${name} leads to ${path}, which says it is about ${route.scope}/${route.topic}.`)];
  });
  const listed = new Set(indexes.map(({ routeFile, file }) => find(routeFile, file)));
  const unlisted = [...routeFiles.keys()].filter((file) => !listed.has(file));
  return [
    ...findings,
    ...unlisted.map((file) => at({ file, line: 0 }, "warning", "no ROUTING.md lists this route file.")),
  ];
}

function routeFindings({ routeFiles }: Knowledge, find: FindFile): FileFinding[] {
  return [...routeFiles.values()].flatMap((routes) => {
    const seen = new Map<string, Route>();
    return routes.flatMap((route) => {
      const dead = route.documents
        .filter(({ path }) => find(path, route.file) === null)
        .map(({ path, line = route.line }) => {
          const message = `the route leads to ${path}, which is not a file of this repository.`;
          return at({ file: route.file, line }, "error", message);
        });
      const first = seen.get(route.whenToUse);
      seen.set(route.whenToUse, first ?? route);
      const double = first === undefined ? [] : [at(route, "warning", `line ${first.line} has the same when_to_use.`)];
      return [...dead, ...double];
    });
  });
}

function documentFindings({ routeFiles, documents }: Knowledge, find: FindFile): FileFinding[] {
  const reached = new Set(
    [...routeFiles.values()].flat().flatMap((route) => route.documents.map(({ path }) => find(path, route.file))),
  );
  const seen = new Map<string, string>();
  return documents.flatMap(({ document: { path, id, summary } }) => {
    const here = { file: path, line: 1 };
    const first = id === undefined ? undefined : seen.get(id);
    if (id !== undefined && first === undefined) seen.set(id, path);
    return [
      ...(first === undefined ? [] : [at(here, "error", `its id ${id} is that of ${first} already.`)]),
      ...(reached.has(path)
        ? []
        : [at(here, "warning", "no route leads to this document, so nobody will be shown it.")]),
      ...(summary === "" ? [at(here, "warning", "its front matter has no summary.")] : []),
    ];
  });
}
