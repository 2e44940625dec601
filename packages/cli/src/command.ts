import type { Context } from "./io.ts";

/** 0: done. 1: refused, or something was found. 2: wrong usage. */
export type ExitCode = 0 | 1 | 2;

/** `anyone` includes an agent's own tools; `person` is refused there. */
type Who = "anyone" | "person";

interface Flag {
  readonly kind: "flag";
  readonly about: string;
  readonly short?: string;
}
interface Text {
  readonly kind: "text";
  readonly about: string;
  /** What the value is, as help shows it: `ID`, `GLOB`. */
  readonly value: string;
  readonly short?: string;
  /** Another word for it. */
  readonly alias?: string;
}
interface Many extends Omit<Text, "kind"> {
  readonly kind: "many";
}
interface Count extends Omit<Text, "kind"> {
  readonly kind: "count";
}
export type Option = Flag | Text | Many | Count;

/** An option that is there or not. */
export const flag = (about: string, short?: string): Flag => ({ kind: "flag", about, ...(short && { short }) });
/** An option with a value. */
export const text = (value: string, about: string, alias?: string): Text => ({
  kind: "text",
  value,
  about,
  ...(alias && { alias }),
});
/** An option that may be given several times. */
export const many = (value: string, about: string): Many => ({ kind: "many", value, about });
/** An option whose value is a number, zero or more. */
export const count = (value: string, about: string, short?: string): Count => ({
  kind: "count",
  value,
  about,
  ...(short && { short }),
});

interface Required {
  readonly kind: "required";
  readonly about: string;
  /** The only words accepted. */
  readonly choices?: readonly string[];
}
interface Optional {
  readonly kind: "optional";
  readonly about: string;
}
interface Rest {
  readonly kind: "rest";
  readonly about: string;
}
type Argument = Required | Optional | Rest;

/** A word the command needs. */
export const required = (about: string, choices?: readonly string[]): Required => ({
  kind: "required",
  about,
  ...(choices && { choices }),
});
/** A word the command takes if it is there. */
export const optional = (about: string): Optional => ({ kind: "optional", about });
/** All words that are left, any number of them. */
export const rest = (about: string): Rest => ({ kind: "rest", about });

/** By name, in the order they are written on the command line. */
export type Arguments = Readonly<Record<string, Argument>>;
/** By name in camelCase; on the command line in kebab-case. */
export type Options = Readonly<Record<string, Option>>;

type ValueOf<O> = O extends Flag
  ? boolean
  : O extends Many | Rest
    ? readonly string[]
    : O extends Count
      ? number | undefined
      : O extends Required
        ? string
        : string | undefined;

/** What a command is called with. Every command knows `--json`. */
type Values<A extends Arguments, O extends Options> = {
  readonly [K in keyof A]: ValueOf<A[K]>;
} & { readonly [K in keyof O]: ValueOf<O[K]> } & { readonly json: boolean };

interface Described {
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  /** More, where one line is not enough. */
  readonly about?: string;
  /** Lines to copy, shown as they are after everything else in its help. */
  readonly more?: string;
}

interface Declaration<A extends Arguments, O extends Options> extends Described {
  readonly who: Who;
  /** Its answers are weighed by `assurance` in the config, which may let scripts give them. */
  readonly weighed?: true;
  /** Options with which it is a person's, where it is anyone's without them. */
  readonly persons?: readonly (keyof O & string)[];
  /** It writes files of the guard itself, beside what it changes through the stores: what it leaves behind is accepted. */
  readonly writesGuard?: true;
  readonly args: A;
  readonly options: O;
  /** Command lines after `writ`, and what each is for. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  run(values: Values<A, O>, context: Context): Promise<ExitCode>;
}

/** The values as the parser read them: by name, unset ones absent. */
export type RawValues = Readonly<Record<string, unknown>>;

/** One command, whatever its values are. */
export interface Command extends Omit<Declaration<Arguments, Options>, "run"> {
  run(raw: RawValues, context: Context): Promise<ExitCode>;
}

/** A word with commands of its own: `intent`. */
export interface Group extends Described {
  readonly commands: readonly Command[];
  /** The one that runs when none is named. */
  readonly otherwise?: Command;
}

/** Declares a command; its `run` sees typed values. */
export function defineCommand<const A extends Arguments, const O extends Options>(
  declaration: Declaration<A, O>,
): Command {
  const { args, options } = declaration;
  return { ...declaration, run: (raw, context) => declaration.run(toValues(args, options, raw), context) };
}

/** True for `intent`, false for `status`. */
export function isGroup(entry: Command | Group): entry is Group {
  return "commands" in entry;
}

const empty: Record<(Option | Argument)["kind"], unknown> = {
  flag: false,
  text: undefined,
  many: [],
  count: undefined,
  required: undefined,
  optional: undefined,
  rest: [],
};

function toValues<A extends Arguments, O extends Options>(args: A, options: O, raw: RawValues): Values<A, O> {
  const values: Record<string, unknown> = { json: raw.json === true };
  for (const [name, { kind }] of [...Object.entries(args), ...Object.entries(options)]) {
    values[name] = raw[name] ?? empty[kind];
  }
  // The parser is built from the same declaration, so each value has the kind it declares.
  return values as Values<A, O>;
}
