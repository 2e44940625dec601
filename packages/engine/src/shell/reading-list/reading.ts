/**
 * One way to call a program that only reads. Whatever is not listed here is no reader: an option, a form of operand, a
 * verb or a program that nobody wrote down needs an intent and gets a snapshot.
 */
export interface Reading {
  /** The program, or the program and its verbs: `ls`, `git log`, `docker ps`. */
  readonly name: string;
  /** Other names for the same. */
  readonly also?: readonly string[];
  /** Letters without a value. */
  readonly flags?: string;
  /** Letters with a value, which may follow at once or as the next word. */
  readonly valued?: string;
  /** Long names, each with or without a value. An abbreviation of one is not listed. */
  readonly long?: readonly string[];
  /** Other words that begin with a dash: `-5`, `-name`. */
  readonly words?: RegExp;
  /** What follows `--` are surely files, also words that only the running shell knows. */
  readonly ends?: true;
  /** Options, as they are spelled, after which the next word is surely data: `-e`. */
  readonly data?: readonly string[];
  /**
   * The words that are no options, and the values of options: any number of files or data without it, else at most so
   * many, or each of this form.
   */
  readonly operands?: number | Pick<RegExp, "test">;
  /** No word may be like this, wherever it stands. */
  readonly never?: RegExp;
  /** All the words together, with a blank between them, in place of options and operands; a blank in a word is `blank`. */
  readonly form?: RegExp;
  /** No option of any version does more than read, so a word that only the running shell knows may be one. */
  readonly open?: true;
  /** What follows the options, and so many words, is a command that must be a reader itself. */
  readonly starts?: number;
  /** A starter that reads with no command as well. */
  readonly alone?: true;
  /** `NAME=value` may stand before the command: only settings for readers. */
  readonly assigns?: true;
  /** Between this word and `;` or `+` stands a command that must be a reader itself. */
  readonly nested?: string;
  /** Why any other word is asked about: it may send, load or overwrite something. */
  readonly otherwise?: string;
  /** Command lines that read, and some near them that are no readings. A test runs them all. */
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** What a blank in a word is in a form, so that one word is never taken for two. */
export const blank = "\u00a0";

/** The words of a list: options are many, and stand better on few lines. */
export const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");
