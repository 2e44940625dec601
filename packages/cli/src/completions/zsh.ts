import { casePattern, type Place } from "./words.ts";

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** For zsh's own completion system. */
export function zsh(places: readonly Place[]): string {
  const cases = places.map(({ path, words }) => {
    const items = words.map(({ word, about }) =>
      quoted(about === "" ? word : `${word}:${about.replaceAll(":", " -")}`),
    );
    return `    "${path}") items=(${items.join(" ")}) ;;`;
  });
  return `#compdef writ
_writ() {
  local path_so_far="" word
  local -a items
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$word" in -*) continue ;; esac
    case "\${path_so_far:+$path_so_far }$word" in
${casePattern(places)}) path_so_far="\${path_so_far:+$path_so_far }$word" ;;
    esac
  done
  case "$path_so_far" in
${cases.join("\n")}
  esac
  if [[ "$words[CURRENT]" != -* ]] && (( \${#items:#-*} == 0 )); then _files; fi
  _describe -t commands 'writ' items
}
if [ "$funcstack[1]" = "_writ" ]; then _writ "$@"; else compdef _writ writ; fi`;
}
