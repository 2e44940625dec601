import type { Random } from "./random.ts";

/** What random lines are made of. */
export interface Vocabulary {
  readonly programs: readonly string[];
  readonly words: readonly string[];
  readonly redirects: readonly string[];
  readonly names: readonly string[];
  /** Simple commands that are never harmless. */
  readonly destructive: readonly string[];
  /** Bits of syntax to be put where they do not belong. */
  readonly fragments: readonly string[];
}

/** A script that is complete, so that what stands beside it stands at the top: every quote and block is closed. */
export function sentence(random: Random, vocabulary: Vocabulary, depth = 3): string {
  const inner = (): string => sentence(random, vocabulary, depth - 1);
  const word = (): string => random.pick(vocabulary.words);
  const simple = (): string => simpleCommand(random, vocabulary);
  const forms: readonly (() => string)[] = [
    () => `${inner()} && ${inner()}`,
    () => `${inner()} || ${inner()}`,
    () => `${inner()} | ${simple()}`,
    () => `${inner()}; ${inner()}`,
    () => `${inner()}\n${inner()}`,
    () => `( ${inner()} )`,
    () => `{ ${inner()}\n}`,
    () => `if ${inner()}\nthen ${inner()}\nelse ${inner()}\nfi`,
    () => `for ${random.pick(vocabulary.names)} in ${word()} ${word()}\ndo ${inner()}\ndone`,
    () => `while ${inner()}\ndo ${inner()}\ndone`,
    () => `case ${word()} in a) ${inner()}\n;; *) ${inner()}\n;; esac`,
    () => `echo "$(${inner()}\n)"`,
    () => `cat <( ${inner()}\n)`,
    () => `{ cat <<'END'\n${word()}\nEND\n}`,
    () => `[[ ${word()} == a ]] && ${inner()}`,
    () => `${inner()} # ${word()}\ntrue`,
  ];
  return depth <= 0 || random.once(3) ? simple() : random.pick(forms)();
}

function simpleCommand(random: Random, { programs, words, redirects, names }: Vocabulary): string {
  const parts = [random.pick(programs)];
  while (!random.once(3) && parts.length < 6) parts.push(random.pick(words));
  if (random.once(4)) parts.push(random.pick(redirects));
  if (random.once(8)) parts.unshift(`${random.pick(names)}=${random.pick(words)}`);
  return parts.join(" ");
}
