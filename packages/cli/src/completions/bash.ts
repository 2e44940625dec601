import { casePattern, type Place } from "./words.ts";

/** For bash 3.2 and later; needs no helper package. */
export function bash(places: readonly Place[]): string {
  const cases = places.map(({ path, words }) => `    "${path}") words="${words.map(({ word }) => word).join(" ")}" ;;`);
  return `# bash completion for writ
_writ() {
  local current="\${COMP_WORDS[COMP_CWORD]}" path="" word words="" i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in -*) continue ;; esac
    case "\${path:+$path }$word" in
${casePattern(places)}) path="\${path:+$path }$word" ;;
    *) ;;
    esac
  done
  case "$path" in
${cases.join("\n")}
  esac
  COMPREPLY=()
  while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -W "$words" -- "$current")
}
complete -o default -F _writ writ`;
}
