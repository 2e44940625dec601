import { grow, quoted, type ShellCase } from "./grow.ts";

/** Ways to spell one word so that its letters do not stand in the text as they are. */
const spellings: readonly ((word: string) => string)[] = [
  (word) => `\\${word}`,
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `${word[0]}''${word.slice(1)}`,
  (word) => `${word[0]}""${word.slice(1)}`,
  (word) => `${word[0]}\\${word.slice(1)}`,
  (word) => `'${word[0]}'"${word.slice(1)}"`,
  (word) => `$'${word}'`,
  (word) => `$"${word}"`,
  (word) => `$'${escaped(word, (code) => `\\x${code.toString(16)}`)}'`,
  (word) => `$'${escaped(word, (code) => `\\${code.toString(8).padStart(3, "0")}`)}'`,
  (word) => `$'${escaped(word, (code) => `\\u00${code.toString(16)}`)}'`,
  (word) => `${word[0]}$'${escaped(word.slice(1), (code) => `\\x${code.toString(16)}`)}'`,
  (word) => `${word[0]}\${nothing}${word.slice(1)}`,
  (word) => `${word[0]}$@${word.slice(1)}`,
  (word) => `${word[0]}$(:)${word.slice(1)}`,
  (word) => `${word[0]}\\\n${word.slice(1)}`,
  (word) => `$(echo ${word})`,
  (word) => `\`echo ${word}\``,
  (word) => `"$(printf '${escaped(word, (code) => `\\${code.toString(8).padStart(3, "0")}`)}')"`,
  (word) => `$(echo ${btoa(word)} | base64 -d)`,
  (word) => `$(rev <<< ${[...word].reverse().join("")})`,
  (word) => `$(tr a-z b-za <<< ${escaped(word, (code) => String.fromCharCode(code === 97 ? 122 : code - 1))})`,
  (word) => `{${word},}`,
  (word) => `${word.slice(0, -1)}{${word.slice(-1)},}`,
  (word) => `/bin/${word}`,
  (word) => `/usr/bin/../bin/${word}`,
  (word) => `//usr//bin//${word}`,
  (word) => `/bin/${word[0]}*`,
  (word) => `/b?n/${word}`,
  (word) => `/bin/[${word[0]}]${word.slice(1)}`,
  (word) => `~/../../bin/${word}`,
  (word) => `./${word}`,
  (word) => `\${x:-${word}}`,
  (word) => `"\${x:=${word}}"`,
];

function escaped(word: string, of: (code: number) => string): string {
  return [...word].map((letter) => of(letter.charCodeAt(0))).join("");
}

/** Ways to keep a program's name in a variable. */
const kept: readonly ((word: string, rest: string) => string)[] = [
  (word, rest) => `x=${word}; $x ${rest}`,
  (word, rest) => `x=${word}; "$x" ${rest}`,
  (word, rest) => `x=${word} && \${x} ${rest}`,
  (word, rest) => `export x=${word}; $x ${rest}`,
  (word, rest) => `declare x=${word}; $x ${rest}`,
  (word, rest) => `x=${word[0]}; \${x}${word.slice(1)} ${rest}`,
  (word, rest) => `x=${word.slice(1)}; ${word[0]}$x ${rest}`,
  (word, rest) => `x=a${word}; \${x#a} ${rest}`,
  (word, rest) => `x=${word}z; \${x%z} ${rest}`,
  (word, rest) => `x=${word}zz; \${x%%z*} ${rest}`,
  (word, rest) => `x=_${word}; \${x:1} ${rest}`,
  (word, rest) => `x=${word[0]}_${word.slice(1)}; \${x/_/} ${rest}`,
  (word, rest) => `x=${word.toUpperCase()}; \${x,,} ${rest}`,
  (word, rest) => `y=x; x=${word}; \${!y} ${rest}`,
  (word, rest) => `declare -n y=x; x=${word}; $y ${rest}`,
  (word, rest) => `a=(${word}); "\${a[@]}" ${rest}`,
  (word, rest) => `a=(x ${word}); \${a[1]} ${rest}`,
  (word, rest) => `a=(${word} ${rest}); "\${a[@]}"`,
  (word, rest) => `set -- ${word} ${rest}; "$@"`,
  (word, rest) => `set -- ${word}; $1 ${rest}`,
  (word, rest) => `printf -v x %s ${word}; $x ${rest}`,
  (word, rest) => `read -r x <<< ${word}; $x ${rest}`,
  (word, rest) => `for x in ls ${word}; do $x ${rest}; done`,
  (word, rest) => `x=$(echo ${word}); $x ${rest}`,
  (word, rest) => `f() { "$@"; }; f ${word} ${rest}`,
  (word, rest) => `f() { $1 ${rest}; }; f ${word}`,
  (word, rest) => `x=${quoted(`${word} ${rest}`)}; $x`,
  (word, rest) => `x=ls; x=${word}; $x ${rest}`,
  (word, rest) => `if true; then x=${word}; else x=ls; fi; $x ${rest}`,
  (word, rest) => `x=ls; [ -f y ] && x=${word}; $x ${rest}`,
  (word, rest) => `IFS=_; x=${word}_${rest.replaceAll(" ", "_")}; $x`,
  (word, rest) => `{${[word, ...rest.split(" ")].join(",")}}`,
  (word, rest) => `${word}\${IFS}${rest.replaceAll(" ", `$\{IFS}`)}`,
  (word, rest) => `${word}$IFS${rest.replaceAll(" ", "$IFS")}`,
  (word, rest) => `${word}\t${rest.replaceAll(" ", "\t")}`,
  (word, rest) => `${word}   ${rest.replaceAll(" ", "   ")}`,
  (word, rest) => `${word} \\\n  ${rest.replaceAll(" ", " \\\n  ")}`,
  (word, rest) => `echo ok\r\n${word} ${rest}`,
  (word, rest) => `${word}\u200b; ${word} ${rest}`,
  (word, rest) => `echo \u202e; ${word} ${rest}`,
  (word, rest) => `hash -p /bin/${word} ls; ls ${rest}`,
  (word, rest) => `ln -s /bin/${word} /tmp/ls; /tmp/ls ${rest}`,
];

const commands: readonly (readonly [word: string, rest: string])[] = [
  ["rm", "-rf /ws"],
  ["git", "reset --hard"],
  ["tee", "src/billing/a.ts"],
  ["writ", "approve T-1"],
  ["dd", "of=/dev/sda if=/dev/zero"],
  ["truncate", "-s0 .claude/settings.json"],
];

/** Every spelling of the program's name, and every way to keep it in a variable. */
export const disguised: readonly ShellCase[] = commands.flatMap(([word, rest], at) => [
  ...grow(
    `spelled-${at + 1}`,
    spellings.map((spell) => spell(word)),
    [rest],
  ).map((one) => ({
    ...one,
    command: `${one.command} ${rest}`,
  })),
  ...kept.map((keep, row) => ({ id: `kept-${at + 1}.${row + 1}`, group: "kept", command: keep(word, rest) })),
]);
