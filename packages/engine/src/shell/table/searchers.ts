import { reads, several, words } from "../judging/make.ts";
import { atMost } from "../judging/proofs.ts";
import type { Family } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";
import { fdOptions, judgeFd } from "./fd.ts";

/** Programs that read with some options and write or run something with others: only the options listed are read. */
export const searchers: Family = {
  programs: "sort uniq hostname file tree rg ag ack bc fd fdfind jq yq xxd base64",
  entries: () => [
    {
      name: "sort",
      does: "reads",
      options: {
        flags: "bcCdfghiMmnRrsuVz",
        valued: "kt",
        long: words(
          "ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort " +
            "human-numeric-sort numeric-sort random-sort reverse sort version-sort check key field-separator merge stable " +
            "unique zero-terminated",
        ),
        writes: ["o", "output"],
        opaque: { "compress-program": "it runs a program" },
      },
      yes: ["sort -u a.txt", "sort -k2,2n -t: a", "ls | sort -r", "sort --numeric-sort a"],
      no: [
        "sort -o a.txt a.txt",
        "sort -uo a b",
        "sort --out=a b",
        "sort --compress-prog=sh a",
        "sort $x",
        "sort -T x a",
      ],
    },
    {
      name: "uniq",
      does: "reads",
      options: {
        flags: "cdDiuz",
        valued: "fsw",
        long: words(
          "count repeated all-repeated skip-fields group ignore-case skip-chars unique zero-terminated check-chars",
        ),
      },
      proof: atMost(1),
      yes: ["uniq -c", "uniq a.txt"],
      no: ["uniq a.txt b.txt", "uniq $x", "uniq -f 1 a b"],
    },
    {
      name: "hostname",
      does: "reads",
      options: { flags: "afisdA", long: words("fqdn short domain ip-address long") },
      proof: atMost(0),
      yes: ["hostname", "hostname -f"],
      no: ["hostname evil", "hostname -F x"],
    },
    {
      name: "file",
      does: "reads",
      options: {
        flags: "bhiLkNrs0E",
        valued: "F",
        long: words("brief mime mime-type mime-encoding dereference keep-going"),
      },
      yes: ["file a.bin", "file -b --mime-type a"],
      no: ["file -C -m magic", "file --compile"],
    },
    {
      name: "tree",
      does: "reads",
      options: {
        flags: "adfghilnpqrstuvxACDFJNQSUcX",
        // Their value is always the next word: `-Lo 2 out` writes.
        words: /^-[adfghilnpqrstuvxACDFJNQSUcX]*(L\d*|[PI])$/,
        long: words(
          "dirsfirst filesfirst gitignore prune noreport filelimit sort charset du si inodes device matchdirs ignore-case " +
            "info metafirst timefmt help version",
        ),
        writes: ["o"],
      },
      yes: ["tree", "tree -L 2 src", "tree -aL2 -I node_modules"],
      no: ["tree -o out.html", "tree -RH .", "tree -Lo 2 out.html"],
    },
    {
      name: "rg",
      does: "reads",
      options: {
        data: ["-e", "--regexp"],
        flags: "abcFHhiIlLnNoPpqsSuUvwx0.",
        valued: "ABCEefgjmMrtTd",
        long: words(
          "after-context before-context context files files-with-matches files-without-match count count-matches glob iglob " +
            "type type-not type-list hidden no-hidden no-ignore no-ignore-vcs no-ignore-parent ignore-case smart-case " +
            "case-sensitive line-number no-line-number fixed-strings word-regexp line-regexp invert-match only-matching " +
            "replace max-count max-depth max-columns max-columns-preview max-filesize multiline multiline-dotall pcre2 json " +
            "heading no-heading with-filename no-filename color colors sort sortr stats trim vimgrep column text passthru " +
            "unrestricted follow null quiet regexp file encoding no-messages no-config engine threads debug version help " +
            "crlf byte-offset one-file-system path-separator context-separator pretty include-zero line-buffered no-binary " +
            "binary null-data sort-files no-mmap mmap dfa-size-limit regex-size-limit pcre2-version hyperlink-format",
        ),
        opaque: {
          pre: "it runs a program on every file",
          z: "it runs a program to unpack",
          "search-zip": "it runs a program to unpack",
          "hostname-bin": "it runs a program",
        },
      },
      yes: ["rg -n foo src", "rg --files", "rg -l --type ts -e foo", "rg -e '--pre' docs"],
      no: ["rg --pre 'rm -rf /' x .", "rg --pre=sh x", "rg $x", "rg -z x", "rg --search-zip x"],
    },
    ...several("", "ag ack", (name) =>
      reads(name, {
        options: {
          flags: "ilLnwvcQSsUaufgG0hHo",
          valued: "ABCmG",
          long: words(
            `ignore-case literal files-with-matches files-without-matches count word-regexp invert-match hidden nocolor color
           nogroup group after before context depth ignore type file-search-regex smart-case column numbers no-numbers
           js ts python ruby go rust java cpp html css json yaml md all-types unrestricted nobreak break heading noheading`,
          ),
        },
        yes: [`${name} verifyToken src`, `${name} -l 'sudo rm' .`],
        no: [`${name} --pager=sh x`, `${name} --future x`, `${name} x > y`],
      }),
    ),
    reads("bc", {
      options: { flags: "lqsw" },
      yes: ["echo '2 * 21' | bc", "bc -l a.bc"],
      no: ["bc --future", "bc > x"],
    }),
    {
      name: "fd",
      also: ["fdfind"],
      does: "reads",
      judge: judgeFd,
      options: fdOptions,
      yes: ["fd -e ts", "fd -e test.ts -x wc -l", "fd a -X grep -l b", "fd -H -x wc -l", "fd --hidden -X grep -x b"],
      no: ["fd -x rm", "fd --exec rm", "fd -X rm", "fd -Hx rm", "fd -E -x ls -x rm", "fd --exclude -x ls -xrm"],
    },
    {
      name: "jq",
      does: "reads",
      options: {
        flags: "rRnscCMaSejhV",
        valued: "L",
        long: words(
          "raw-output raw-output0 raw-input null-input slurp compact-output color-output monochrome-output ascii-output " +
            "sort-keys exit-status join-output arg argjson args jsonargs slurpfile rawfile tab indent unbuffered stream " +
            "stream-errors seq help version",
        ),
      },
      yes: ["jq .name package.json", "cat x | jq -r '.a | .b'", "jq --arg a b '.[$a]' x"],
      no: ["jq .a x > out.txt", "jq -f prog x"],
    },
    {
      name: "yq",
      does: "reads",
      options: {
        flags: "rPCMNnje",
        valued: "opI",
        long: words(
          "output-format input-format prettyPrint colors no-colors no-doc null-input unwrapScalar indent raw-output version help",
        ),
      },
      yes: ["yq .a x.yaml", "yq -r .a x.yaml"],
      no: ["yq -i .a=1 x.yaml", "yq -s .a x.yaml", "yq --security-enable-system-operator x", "yq $x"],
    },
    {
      name: "xxd",
      does: "reads",
      options: { flags: "abeipuC", valued: "cglnos" },
      proof: dumps,
      yes: ["xxd a.bin", "xxd -l 64 -s 16 a.bin"],
      no: ["xxd a.bin b.txt", "xxd -r a", "xxd -pr a", "xxd -l -l 5 out", "xxd -pl 64 out", "xxd -- -l out"],
    },
    {
      name: "base64",
      does: "reads",
      options: { flags: "dD", valued: "w", long: words("decode wrap ignore-garbage") },
      yes: ["base64 a", "base64 -d a"],
      no: ["base64 -o b a", "base64 --output=b a"],
    },
  ],
};

/** `xxd`: a second file would be written. It reads `-l` only where that stands alone. */
function dumps(args: readonly Arg[]): string | null {
  const end = args.findIndex(({ literal }) => literal === "--");
  const files: Arg[] = end === -1 ? [] : args.slice(end + 1);
  for (let index = 0; index < (end === -1 ? args.length : end); index += 1) {
    const arg = args[index];
    if (/^-[cglos]$/.test(arg?.literal ?? "")) index += 1;
    else if (arg !== undefined && !arg.literal?.startsWith("-")) files.push(arg);
  }
  if (args.some(({ single }) => !single)) return "how many arguments it gets is not known";
  return files.length <= 1 ? null : "its last argument would be written";
}
