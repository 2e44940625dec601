import { agentTraceKey, agentTraceVersion, CarriedByWrit, ForeignAgentTrace, type TraceFile } from "@writ/contracts";
import { asImported, type Brought } from "./as-imported.ts";
import { kindOf } from "./contributor.ts";
import { hearFiles, hearVcs } from "./hear.ts";
import { idFor, importedId, toUuid } from "./ids.ts";
import type { Means } from "./means.ts";
import { toRecordPath } from "./path-problem.ts";
import { sayIssue } from "./say-issue.ts";
import { fromUri } from "./uri.ts";

/** A record that was brought in, and what a person should know about it. */
export type Read = Brought & { warning?: string };

/** 1.0 is what the specification's own example code writes. */
const known = new Set([agentTraceVersion, "0.1", "1.0", "1.0.0"]);

/** A record of Agent Trace, Writ's own or another tool's, as a trace that is marked as imported. */
export function fromAgentTrace(value: unknown, at: string, means: Means): Read {
  const read = ForeignAgentTrace.safeParse(value);
  if (!read.success) return { reason: sayIssue(read.error.issues) };
  const timestamp = means.toUtc(read.data.timestamp);
  if (timestamp === null) return { reason: "timestamp is no moment" };
  const own = CarriedByWrit.safeParse(read.data.metadata?.[agentTraceKey]);
  const brought = own.success
    ? fromWrit(read.data, own.data, { timestamp, at, means })
    : fromOther(read.data, value, { timestamp, at, means });
  const { version } = read.data;
  if (known.has(version)) return brought;
  const warning = `version ${version} of Agent Trace is not known here: what it adds is kept, but not understood`;
  return { ...brought, warning };
}

interface Moment {
  timestamp: string;
  /** When it is brought in. */
  at: string;
  means: Means;
}

function fromWrit(given: ForeignAgentTrace, carried: CarriedByWrit, { timestamp, at, means }: Moment): Brought {
  const { trace, models = {}, spelled = {}, from } = carried;
  const id = idFor(given.id, given, means.hash);
  const paths = given.files.map(({ path }) => path);
  const told = spelled.files?.map(({ relative_path: path }) => path) ?? paths;
  if (told.length !== paths.length || told.some((path, at) => path !== paths[at]))
    return { reason: "it names other files outside than in what Writ keeps of it" };
  // A name that does not lead to the id it stands beside is somebody else's.
  const name = spelled.id !== undefined && toUuid(spelled.id, means.hash) === id ? spelled.id : id;
  const mark = {
    format: from?.format ?? ("agent-trace" as const),
    at,
    ...(from?.original && { original: from.original }),
  };
  return asImported(
    {
      id,
      timestamp,
      vcs: spelled.vcs ?? hearVcs(given.vcs),
      files: spelled.files ?? hearFiles(given.files, new Map(Object.entries(models))),
      metadata: trace,
      part: ["metadata", agentTraceKey, "trace"],
    },
    { ...mark, id: name },
    means,
  );
}

function fromOther(given: ForeignAgentTrace, value: unknown, { timestamp, at, means }: Moment): Brought {
  const id = idFor(given.id, value, means.hash);
  const files = hearFiles(given.files, new Map()).map(({ relative_path: path, conversations }) => ({
    relative_path: toRecordPath(path),
    // Blame reads the lines of the first conversation: it should be one that claims some.
    conversations: [...conversations]
      .sort((one, other) => rank(one) - rank(other))
      .map((one) => ({ ...one, ranges: [...one.ranges].sort((a, b) => a.start_line - b.start_line) })),
  }));
  return asImported(
    {
      id,
      timestamp,
      vcs: hearVcs(given.vcs),
      files,
      metadata: {
        agent: (given.tool?.name ?? "unknown").trim().replaceAll(/\s+/g, "-"),
        session: files[0]?.conversations[0]?.url ?? "unknown",
        tool: "unknown",
        tool_name: "unknown",
        invocation_id: importedId(id, means.hash),
        call_id: importedId(id, means.hash),
        intent: intentOf(given) ?? null,
        mutation_class: "UNKNOWN",
        files: Object.fromEntries(files.map(({ relative_path: path }) => [path, { ...somewhere }])),
        lines: {},
      },
      part: ["metadata"],
    },
    {
      format: "agent-trace",
      at,
      ...(typeof given.id === "string" && given.id.trim() !== "" && { id: given.id }),
      original: Object.fromEntries(Object.entries(value ?? {})),
    },
    means,
  );
}

const rank = ({ contributor }: TraceFile["conversations"][number]): number =>
  kindOf(contributor.entity_type) === "human" ? 1 : 0;

/** Nothing is known of the contents, so that no line is claimed. */
const somewhere = { op: "modify", before: null, after: null, removed: 0, coarse: true } as const;

/** Only an address that Writ made names an intent; any other specification is just a document. */
function intentOf({ files }: ForeignAgentTrace): string | undefined {
  const relations = files.flatMap(({ conversations }) => conversations.flatMap(({ related }) => related ?? []));
  const named = relations.find(({ type, url }) => type === "specification" && fromUri("intent", url) !== url);
  return named === undefined ? undefined : fromUri("intent", named.url);
}
