import {
  type Call,
  type CommandClass,
  type Config,
  defaultConfig,
  type Effect,
  type Event,
  type Facts,
  type FileFact,
  type Intent,
  type Session,
  type Ticket,
  type TraceRecord,
} from "@writ/contracts";

/** When every built thing happened. */
export const someTime = "2026-11-15T10:00:00.000Z";
const later = "2026-11-15T10:30:00.000Z";

/** A hash that is not of anything. */
export function someHash(digit = "a"): string {
  return `sha256:${digit.repeat(64)}`;
}

/** An intent in progress that owns `src/auth/**`. */
export function anIntent(over: Partial<Intent> = {}): Intent {
  return {
    id: "INT-001",
    name: "JWT login",
    status: "IN_PROGRESS",
    ownedScope: ["src/auth/**"],
    constraints: [],
    acceptanceCriteria: [],
    relatedFiles: [],
    recentHistory: [],
    ...over,
  };
}

/** A session of Claude Code that has taken up INT-001. */
export function aSession(over: Partial<Session> = {}): Session {
  return {
    id: "session-1",
    agent: "claude-code",
    startedAt: someTime,
    seenAt: someTime,
    intent: "INT-001",
    expansions: [],
    reads: {},
    refusals: [],
    ...over,
  };
}

/** A call of a file tool that changes nothing yet. */
export function aCall(over: Partial<Call> = {}): Call {
  return {
    id: "5c1f2d3e-0000-4000-8000-000000000001",
    callId: "call-1",
    tool: "Write",
    toolName: "write_to_file",
    kind: "changes",
    input: {},
    effects: [],
    ...over,
  };
}

/** A file tool that puts one line into a file. */
export function aWrite(path: string, over: Partial<Call> = {}): Call {
  const change = { kind: "content", content: "export {};\n" } as const;
  return aCall({ effects: [{ op: "modify", path, certainty: "exact", change }], ...over });
}

/** A shell command, already analysed. */
export function aCommand(text: string, commandClass: CommandClass, over: Partial<Call> = {}): Call {
  const program = text.split(" ")[0] ?? text;
  return aCall({
    tool: "Bash",
    toolName: "execute_command",
    kind: "command",
    input: { command: text },
    effects: [{ op: "exec", path: program, certainty: "inferred" }],
    command: { text, class: commandClass, programs: [program], reasons: [] },
    ...over,
  });
}

/** An existing plain file of the workspace. */
export function aFile(path: string, over: Partial<FileFact> = {}): FileFact {
  return { given: path, place: "workspace", path, kind: "file", tier: "plain", links: 1, hash: someHash(), ...over };
}

/** What `factsWith` can be given: any fact, or the few words a test is about. */
export interface SomeFacts extends Omit<Partial<Facts>, "config" | "session" | "files"> {
  /** The scope of the one intent. */
  ownedScope?: readonly string[];
  /** More of the one intent. */
  intent?: Partial<Intent>;
  config?: Partial<Config>;
  session?: Partial<Session>;
  /** Looked up by their spelling. */
  files?: readonly FileFact[];
  /** Every path of this call that `files` does not name is a plain file. */
  for?: Pick<Call, "effects">;
}

/** A governed workspace in which INT-001 is active. */
export function factsWith(over: SomeFacts = {}): Facts {
  const { ownedScope, intent, config, session, files = [], for: call, ...rest } = over;
  const scope = ownedScope === undefined ? {} : { ownedScope: [...ownedScope] };
  const plain = (call?.effects ?? []).flatMap(spellings).map((path) => aFile(path));
  return {
    root: "/ws",
    now: someTime,
    config: { ...defaultConfig, ...config },
    session: aSession(session),
    intents: { state: "ok", intents: [anIntent({ ...scope, ...intent })] },
    ignore: [],
    files: Object.fromEntries([...plain, ...files].map((file) => [file.given, file])),
    binding: "binding-1",
    approvals: [],
    pause: null,
    ...rest,
  };
}

/** An approved ticket for the call the facts are about. */
export function aTicket(over: Partial<Ticket> = {}): Ticket {
  return {
    id: "T-1",
    status: "approved",
    binding: "binding-1",
    session: "session-1",
    agent: "claude-code",
    intent: "INT-001",
    tool: "Write",
    risk: "sensitive",
    reasons: [],
    files: [],
    detail: "",
    createdAt: someTime,
    expiresAt: later,
    answeredAt: someTime,
    by: "ada",
    assurance: "tty",
    ...over,
  };
}

/** A recorded change of `src/auth/jwt.ts`, or of the file named. */
export function aTrace(over: Partial<TraceRecord> = {}, path = "src/auth/jwt.ts"): TraceRecord {
  const hash = someHash("b");
  return {
    id: "5c1f2d3e-0000-4000-8000-00000000000a",
    timestamp: someTime,
    vcs: { revision_id: "unknown" },
    files: [
      {
        relative_path: path,
        conversations: [
          {
            url: "session-1",
            contributor: { entity_type: "AI", model_identifier: "unknown" },
            ranges: [{ start_line: 1, end_line: 1, content_hash: hash }],
            related: [{ type: "specification", value: "INT-001" }],
          },
        ],
      },
    ],
    metadata: {
      v: 1,
      writer: "writer-1",
      seq: 1,
      prev: null,
      agent: "claude-code",
      session: "session-1",
      tool: "Write",
      tool_name: "write_to_file",
      invocation_id: "5c1f2d3e-0000-4000-8000-000000000001",
      call_id: "call-1",
      intent: "INT-001",
      mutation_class: "INTENT_EVOLUTION",
      files: { [path]: { op: "modify", before: someHash(), after: hash, removed: 0 } },
      lines: {},
    },
    ...over,
  };
}

/** Claude Code about to write a file. */
export function anEvent(over: Partial<Event> = {}): Event {
  return {
    name: "tool.before",
    at: someTime,
    session: { id: "session-1", agent: "claude-code" },
    cwd: "/ws",
    request: {
      tool: "Write",
      input: { file_path: "src/auth/jwt.ts", content: "export {};\n" },
      callId: "call-1",
    },
    ...over,
  };
}

function spellings({ op, path, from }: Effect): string[] {
  if (op === "exec") return [];
  return [from, path].filter((given) => typeof given === "string");
}
