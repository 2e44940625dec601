import type { Place } from "./words.ts";

const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** For fish. */
export function fish(places: readonly Place[]): string {
  const paths = places.map(({ path }) => path).filter((path) => path !== "");
  const lines = places.flatMap(({ path, words }) =>
    words.map(({ word, about }) => {
      const what = word.startsWith("--") ? `-l ${word.slice(2)}` : `-a ${quoted(word)}`;
      const said = about === "" ? "" : ` -d ${quoted(about)}`;
      return `complete -c writ -n '__writ_at ${quotedPath(path)}' ${word.startsWith("--") ? "" : "-f "}${what}${said}`;
    }),
  );
  return `# fish completion for writ
function __writ_path
    set -l known ${paths.map((path) => `"${path}"`).join(" ")}
    set -l at ""
    set -l words (commandline -opc)
    for word in $words[2..-1]
        set -l next (string trim "$at $word")
        if contains -- "$next" $known
            set at $next
        end
    end
    echo "$at"
end
function __writ_at
    test (__writ_path) = "$argv[1]"
end
${lines.join("\n")}`;
}

const quotedPath = (path: string) => `"${path}"`;
