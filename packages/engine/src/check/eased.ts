import {
  type Assurance,
  type CommandRule,
  type Config,
  type ConfigKey,
  defaultConfig,
  isSureEnough,
} from "@writ/contracts";
import { ruleOf, strictness } from "../policies/kind.ts";

/** Whether the second value asks for less than the first. */
type Eases<V> = (was: V, is: V) => boolean;

const never = () => false;

/** Values in the order of how strict they are. */
const inOrder =
  <V>(...values: readonly V[]): Eases<V> =>
  (was, is) =>
    values.indexOf(is) < values.indexOf(was);

const lacks = <T>(these: readonly T[], those: readonly T[]): boolean => these.some((one) => !those.includes(one));

const isTakenOut = (glob: string): boolean => glob.startsWith("!");
const isNamed = (glob: string): boolean => !isTakenOut(glob);

/** Of globs that let something be: one more of them, or one that was taken out and is not any longer. */
const lets: Eases<readonly string[]> = (was, is) => lacks(is.filter(isNamed), was) || lacks(was.filter(isTakenOut), is);

/** Of globs that guard something. */
const guards: Eases<readonly string[]> = (was, is) => lets(is, was);

const anyOf =
  <R extends Readonly<Record<string, V>>, V>(eases: Eases<V>): Eases<R> =>
  (was, is) =>
    Object.entries(was).some(([name, value]) => {
      const now = is[name];
      return now === undefined || eases(value, now);
    });

const more: Eases<number> = (was, is) => is > was;
const fewer: Eases<number> = (was, is) => is < was;
const lessSure: Eases<Assurance> = (was, is) => !isSureEnough(is, was);

/** The strictest rule that matches counts, so that one more that asks or denies takes nothing away. */
const commands: Eases<Config["commands"]> = (was, is) => {
  const [allowed, asked, denied] = [patterns(is.allow), patterns(is.ask), patterns(is.deny)];
  return (
    lacks(allowed, patterns(was.allow)) ||
    lacks(patterns(was.ask), [...asked, ...denied]) ||
    lacks(patterns(was.deny), denied)
  );
};

const patterns = (rules: readonly CommandRule[]): string[] =>
  rules.map((rule) => (typeof rule === "string" ? rule : rule.match));

/** An exact name counts before the patterns, so each is compared with what its name falls under otherwise. */
const tools: Eases<Config["tools"]> = (was, is) =>
  [...Object.keys(was), ...Object.keys(is)].some((name) => {
    const [before, now] = [ruleOf([name], was), ruleOf([name], is)];
    // A tool without a rule is asked about, unless Writ knows it.
    if (before === null) return now === "safe" || now === "changes";
    return now === null ? before !== "safe" : strictness[now] < strictness[before];
  });

/** By key, whether a config asks for less than another did. */
const easing: { readonly [K in ConfigKey]: Eases<Config[K]> } = {
  mode: inOrder<Config["mode"]>("observe", "enforce"),
  gate: inOrder<Config["gate"]>("mutating", "all"),
  // `never` refuses what `every-change` asks about, and lets through what nobody needs to be asked about.
  approval: (was, is) => was !== is && was !== "risky",
  lock: inOrder<Config["lock"]>("normal", "strict"),
  strays: inOrder<Config["strays"]>("report", "undo"),
  reset: inOrder<Config["reset"]>("session", "turn"),
  ranges: never,
  ledger: never,
  history: never,
  expansion: inOrder<Config["expansion"]>("persist", "session"),
  // Writ writes into that file: the default one is meant for it.
  brain: (was, is) => was !== is && is !== defaultConfig.brain,
  lessons: inOrder<Config["lessons"]>("write", "propose"),
  sensitive_paths: guards,
  scratch: lets,
  runners: lets,
  tools,
  commands,
  approval_exempt: lets,
  assurance: anyOf(lessSure),
  ticket_minutes: more,
  // The gate tells that by itself.
  check: never,
  quick: anyOf(more),
  retention: anyOf(fewer),
};

/** The keys under which a config asks for less than the one before, whatever the default is. */
export function easedKeys(was: Config, is: Config): ConfigKey[] {
  const eases = <K extends ConfigKey>(key: K): boolean => easing[key](was[key], is[key]);
  return (Object.keys(easing) as ConfigKey[]).filter(eases);
}
