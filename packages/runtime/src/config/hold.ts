import { type Assurance, type Config, type ConfigKey, isSureEnough, defaultConfig as strict } from "@writ/contracts";
import { canonicalJson } from "@writ/engine";

const surer = (value: Assurance, floor: Assurance): Assurance => (isSureEnough(value, floor) ? value : floor);

/**
 * What holds of a config before a person trusts its file: all that is as strict as the default, and nothing that is
 * looser. A repository must not be able to talk Writ into less by bringing a config along (design 5).
 */
export function holdBack(config: Config): Config {
  const { assurance, quick, retention, tools } = config;
  return {
    mode: strict.mode,
    gate: config.gate,
    // Also `never`: what nobody is asked about is refused.
    approval: config.approval,
    lock: config.lock,
    strays: config.strays,
    reset: config.reset,
    ranges: config.ranges,
    ledger: config.ledger,
    history: config.history,
    // What a person grants to one session would outlive it.
    expansion: strict.expansion,
    // Writ would write into a file of the repository's choice.
    brain: strict.brain,
    // An agent's free text would go into a file that other agents obey.
    lessons: strict.lessons,
    sensitive_paths: config.sensitive_paths.filter((glob) => !glob.startsWith("!")),
    scratch: strict.scratch,
    runners: strict.runners,
    tools: Object.fromEntries(Object.entries(tools).filter(([, rule]) => rule === "ask" || rule === "deny")),
    // What they ask about or deny holds at once; what they allow waits.
    commands: { ...config.commands, allow: strict.commands.allow },
    approval_exempt: strict.approval_exempt,
    assurance: {
      change: surer(assurance.change, strict.assurance.change),
      sensitive: surer(assurance.sensitive, strict.assurance.sensitive),
      delete: surer(assurance.delete, strict.assurance.delete),
      command: surer(assurance.command, strict.assurance.command),
      opaque: surer(assurance.opaque, strict.assurance.opaque),
      expansion: surer(assurance.expansion, strict.assurance.expansion),
    },
    ticket_minutes: Math.min(config.ticket_minutes, strict.ticket_minutes),
    // It says nothing here: `writ check` goes by what the base of a change says.
    check: config.check,
    quick: {
      hours: Math.min(quick.hours, strict.quick.hours),
      files: Math.min(quick.files, strict.quick.files),
      lines: Math.min(quick.lines, strict.quick.lines),
    },
    // What is gone sooner cannot be looked at or put back.
    retention: {
      sessions: Math.max(retention.sessions, strict.retention.sessions),
      tickets: Math.max(retention.tickets, strict.retention.tickets),
      undo: Math.max(retention.undo, strict.retention.undo),
      lines: Math.max(retention.lines, strict.retention.lines),
      quarantine: Math.max(retention.quarantine, strict.retention.quarantine),
    },
  };
}

/** Whether a word is a key of the config. */
export const isConfigKey = (key: string): key is ConfigKey => Object.hasOwn(strict, key);

/** The keys whose value loosens something, in the order of the config. */
export function loosens(config: Config): ConfigKey[] {
  const held = holdBack(config);
  return Object.keys(held).filter(
    (key): key is ConfigKey =>
      isConfigKey(key) && held[key] !== config[key] && canonicalJson(held[key]) !== canonicalJson(config[key]),
  );
}
