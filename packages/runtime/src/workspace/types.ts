import type {
  Alarm,
  Call,
  Config,
  DecisionLedger,
  Event,
  Facts,
  GrantStore,
  IntentStore,
  LinesStore,
  SessionStore,
  StateStore,
  TicketStore,
  TraceLedger,
} from "@writ/contracts";
import type { SidecarPaths } from "../paths.ts";
import type { ConfigRead, Ports } from "../writ.ts";
import type { Runs } from "./runs.ts";

/** What the parts of a workspace share: where it is, what it is kept in, and the clock. */
export interface Workspace {
  root: string;
  paths: SidecarPaths;
  ports: Ports;
  intents: IntentStore;
  sessions: SessionStore;
  tickets: TicketStore;
  grants: GrantStore;
  state: StateStore;
  traces: TraceLedger;
  decisions: DecisionLedger;
  lines: LinesStore;
  readConfig(): Promise<ConfigRead>;
  /** The alarms that were raised when the event began. */
  noticed?: readonly Alarm[];
}

/** A call with the facts to judge it by. */
export interface Prepared {
  event: Event;
  call: Call;
  config: Config;
  facts: Facts;
  /** What a command runs, with what is in it: what a person is shown. */
  runs?: Runs;
  /** The content behind a command, by file. */
  depends?: Readonly<Record<string, string>>;
}
