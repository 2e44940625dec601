import type { FileFinding } from "@writ/contracts";
import { nearest } from "../nearest.ts";
import { patternProblem } from "../suggest/patterns.ts";
import type { Description } from "./description.ts";
import { gather } from "./gather.ts";

/** Finds the file that another one mentions: its path from the root, or `null`. */
export type Find = (mentioned: string, file: string) => string | null;

/** What is wrong with abilities that could all be read: dead ends, doubles, what nobody can find. */
export function lintAbilities(descriptions: readonly Description[], find: Find): FileFinding[] {
  return [
    ...doubles(descriptions),
    ...deadPaths(descriptions, find),
    ...tablesOutOfStep(descriptions, find),
    ...unregisteredOperations(descriptions),
    ...hardToFind(descriptions),
    ...unusedPatterns(descriptions),
  ];
}

const at = ({ file, line }: Description, severity: FileFinding["severity"], message: string): FileFinding => ({
  file,
  line,
  severity,
  message,
});

function doubles(descriptions: readonly Description[]): FileFinding[] {
  const seen = new Map<string, Description>();
  return descriptions.flatMap((description) => {
    const { id, origin, file } = description;
    const isRegistry = origin === "registry";
    // Two modules may list the same ability, and a skill may lie in two agents' folders.
    const key = JSON.stringify([origin, id, isRegistry ? "" : file]);
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, description);
      return [];
    }
    const place = `${first.file}:${first.line}`;
    return isRegistry
      ? at(description, "error", `${id} is described in ${place} already; that one counts.`)
      : at(description, "warning", `${id} is listed twice, first at ${place}.`);
  });
}

function deadPaths(descriptions: readonly Description[], find: Find): FileFinding[] {
  return descriptions.flatMap((description) => {
    const { id, file, registryPath, documents } = description;
    const mentioned = [...(registryPath === null ? [] : [registryPath]), ...documents];
    return mentioned
      .filter((path) => find(path, file) === null)
      .map((path) => at(description, "error", `${id} leads to ${path}, which is not a file of this repository.`));
  });
}

function tablesOutOfStep(descriptions: readonly Description[], find: Find): FileFinding[] {
  const rows = descriptions.filter(({ origin }) => origin === "table");
  const entries = descriptions.filter(({ origin }) => origin === "registry");
  if (rows.length === 0) return [];
  const isSame = (row: Description, entry: Description) => row.id === entry.id || row.id === entry.operationKey;
  const unlisted = entries
    .filter((entry) => !rows.some((row) => isSame(row, entry)))
    .map((entry) => at(entry, "warning", `${entry.id} is in no table of an ABILITY.md.`));
  const astray = rows.flatMap((row) => {
    const file = row.registryPath === null ? null : find(row.registryPath, row.file);
    const inFile = entries.filter((entry) => entry.file === file);
    const entry = entries.find((candidate) => isSame(row, candidate));
    if (inFile.length > 0 && !inFile.some((candidate) => isSame(row, candidate))) {
      const others = inFile.map(({ id }) => id).join(", ");
      return at(row, "error", `${row.id} leads to ${file}, which describes ${others}.`);
    }
    if (entry === undefined) {
      return row.registryPath === null ? at(row, "warning", `${row.id} has no registry entry.`) : [];
    }
    const differs = row.kind !== null && entry.kind !== null && row.kind !== entry.kind;
    if (row.level !== entry.level) {
      return at(
        row,
        "warning",
        `${row.id} stands among the ${row.level}-level ones; its registry says ${entry.level}-level.`,
      );
    }
    return differs
      ? at(row, "warning", `${row.id} is called ${row.kind} here and ${entry.kind} in ${entry.file}.`)
      : [];
  });
  return [...astray, ...unlisted];
}

function unregisteredOperations(descriptions: readonly Description[]): FileFinding[] {
  const known = descriptions
    .filter(({ level }) => level === "low")
    .flatMap(({ id, operationKey }) => (operationKey === null ? [id] : [id, operationKey]));
  const names = new Set(known);
  let advised = 0;
  return descriptions.flatMap((description) =>
    description.operations
      // `billing.*` stands for whatever there is.
      .filter((operation) => !operation.includes("*") && !names.has(operation))
      .map((operation) => {
        // Looking for a near word takes a while; somebody who has so many errors will come again.
        advised += 1;
        const meant = advised > 50 ? null : nearest(operation, known.slice(0, 1000));
        const advice = meant === null ? "" : ` Did you mean ${meant}?`;
        return at(description, "error", `${description.id} may call ${operation}, which is not registered.${advice}`);
      }),
  );
}

/** Abilities a request will hardly lead to, and what their author can add. */
function hardToFind(descriptions: readonly Description[]): FileFinding[] {
  return gather(descriptions).flatMap(({ ability, from }) => {
    const strongest = from[0];
    if (strongest === undefined) return [];
    if (ability.summary === "")
      return at(strongest, "warning", `${ability.id} has no summary, so nobody knows what it is for.`);
    // Skills of agents have no place for examples; a registry has.
    if (strongest.origin !== "registry" || ability.level === "low" || ability.examples.length > 0) return [];
    const advice = "add routing_hints.examples: two or three requests as people put them";
    return at(strongest, "warning", `${ability.id} has no examples, so it is found by its words alone; ${advice}.`);
  });
}

function unusedPatterns(descriptions: readonly Description[]): FileFinding[] {
  return descriptions.flatMap((description) =>
    description.patterns.flatMap((pattern) => {
      const problem = patternProblem(pattern);
      const said = `${description.id}: the pattern ${pattern.slice(0, 100)} is not used. ${problem}`;
      return problem === undefined ? [] : [at(description, "warning", said)];
    }),
  );
}
