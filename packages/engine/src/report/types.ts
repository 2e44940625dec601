import type { Assurance, IntentStatus } from "@writ/contracts";

/** What the ledgers say of a stretch of time, in numbers. */
export interface Report {
  /** The folder's name, not where it lies. */
  project: string;
  /** When it was made, ISO-8601. */
  made: string;
  /** What was asked for; `null` where nothing was. */
  asked: { since: string | null; until: string | null; intent: string | null };
  totals: {
    changes: number;
    linesAdded: number;
    linesRemoved: number;
    sessions: number;
    files: number;
    /** Changes whose time cannot be: in no period, but in everything else. */
    undated: number;
    /** Changes whose record was erased: under which intent they happened is not known. */
    erased: number;
  };
  /** Who made the lines that stand in the files agents changed, now; `null` where it was not looked at. */
  now: { files: number; left: number; ai: number; human: number; unknown: number } | null;
  /** Oldest first, without holes. */
  periods: { unit: PeriodUnit; all: ReportPeriod[]; git: GitCount };
  intents: ReportIntent[];
  files: ReportFile[];
  models: ReportMaker[];
  agents: ReportMaker[];
  classes: ReportClass[];
  approvals: ReportApprovals;
  refusals: ReportRefusal[];
  /** What would have been refused or asked while Writ only watched or was paused. */
  observed: ReportRefusal[];
  strays: ReportIncidents;
  alarms: ReportIncidents;
  /** Times in which nobody can say what happened. */
  gaps: number;
  pauses: ReportPause[];
}

export type PeriodUnit = "week" | "month" | "year";

/** Whether git told how many lines were committed: `none` without git, `slow` where that took too long. */
export type GitCount = "counted" | "none" | "slow";

export interface ReportPeriod {
  /** Its first day. */
  start: string;
  /** Lines that agents added. */
  ai: number;
  /** Lines that commits added, whoever wrote them; `null` where git did not tell. */
  committed: number | null;
}

export interface ReportIntent {
  /** Empty for changes under no intent. */
  id: string;
  name: string | null;
  status: IntentStatus | null;
  changes: number;
  files: number;
  sessions: number;
  linesAdded: number;
  linesRemoved: number;
  /** Lines of it that still stand; `null` where it was not looked at. */
  linesNow: number | null;
  /** Lines added in each period. */
  byPeriod: number[];
}

export interface ReportFile {
  /** Its name when agents changed it. */
  path: string;
  /** What it is called now, where that is something else. */
  became?: string[];
  changes: number;
  linesAdded: number;
  linesRemoved: number;
  /** Lines people added between the changes of agents. */
  linesByOthers: number;
  /** Who made the lines that stand in it; `null` where it was not looked at, or is gone. */
  now: { ai: number; human: number; unknown: number } | null;
}

/** A model, or an agent. */
export interface ReportMaker {
  name: string;
  changes: number;
  linesAdded: number;
  byPeriod: number[];
}

/** Changes of a class, and what the agent had said they were; empty where it said nothing. */
export interface ReportClass {
  found: string;
  declared: string;
  changes: number;
  linesAdded: number;
}

export interface ReportApprovals {
  asked: number;
  approved: number;
  rejected: number;
  /** Calls that a standing yes let pass. */
  granted: number;
  /** Milliseconds from question to answer; `null` where no answer was to a question on record. */
  waits: { median: number; longest: number } | null;
  people: ReportPerson[];
  assurances: Record<Assurance, number>;
}

export interface ReportPerson {
  /** A pseudonym. */
  by: string;
  /** Only where names were asked for. */
  name?: string;
  approved: number;
  rejected: number;
  medianWait: number | null;
  assurances: Partial<Record<Assurance, number>>;
}

export interface ReportRefusal {
  code: string;
  times: number;
  sessions: number;
}

export interface ReportIncidents {
  count: number;
  /** The newest, newest first. */
  newest: { at: string; paths: string[]; intent: string | null; agent: string }[];
}

export interface ReportPause {
  from: string;
  until: string | null;
  by: string;
  name?: string;
  reason: string;
}
