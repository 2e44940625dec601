import { atMost } from "./proofs.ts";
import type { Rule } from "./rule.ts";

const words = (text: string): string[] => text.split(" ");

/** Programs that read with some options and write or run something with others: only the options listed are read. */
export const searchers: readonly Rule[] = [
  {
    program: "sort",
    allowed: {
      flags: "bcCdfghiMmnRrsuVz",
      valued: "kt",
      long: words(
        "ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort " +
          "human-numeric-sort numeric-sort random-sort reverse sort version-sort check key field-separator merge stable " +
          "unique zero-terminated",
      ),
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
    program: "uniq",
    allowed: {
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
    program: "hostname",
    allowed: { flags: "afisdA", long: words("fqdn short domain ip-address long") },
    proof: atMost(0),
    yes: ["hostname", "hostname -f"],
    no: ["hostname evil", "hostname -F x"],
  },
  {
    program: "file",
    allowed: {
      flags: "bhiLkNrs0E",
      valued: "F",
      long: words("brief mime mime-type mime-encoding dereference keep-going"),
    },
    yes: ["file a.bin", "file -b --mime-type a"],
    no: ["file -C -m magic", "file --compile"],
  },
  {
    program: "tree",
    allowed: {
      flags: "adfghilnpqrstuvxACDFJNQSUcX",
      valued: "LPI",
      long: words(
        "dirsfirst filesfirst gitignore prune noreport filelimit sort charset du si inodes device matchdirs ignore-case " +
          "info metafirst timefmt help version",
      ),
    },
    yes: ["tree", "tree -L 2 src"],
    no: ["tree -o out.html", "tree -RH ."],
  },
  {
    program: "rg",
    allowed: {
      flags: "abcFHhiIlLnNoPpqsSuUvwx0.",
      valued: "ABCEefgjmMrtTd",
      long: words(
        "after-context before-context context files files-with-matches files-without-match count count-matches glob iglob " +
          "type type-not type-list hidden no-hidden no-ignore no-ignore-vcs no-ignore-parent ignore-case smart-case " +
          "case-sensitive line-number no-line-number fixed-strings word-regexp line-regexp invert-match only-matching " +
          "replace max-count max-depth max-columns max-columns-preview max-filesize multiline multiline-dotall pcre2 json " +
          "heading no-heading with-filename no-filename color colors sort sortr stats trim vimgrep column text passthru " +
          "unrestricted follow null quiet regexp file encoding no-messages no-config engine threads debug version help " +
          "crlf byte-offset one-file-system path-separator context-separator pretty",
      ),
    },
    yes: ["rg -n foo src", "rg --files", "rg -l --type ts -e foo"],
    no: ["rg --pre 'rm -rf /' x .", "rg --pre=sh x", "rg $x", "rg -z x", "rg --search-zip x"],
  },
  {
    program: "fd",
    allowed: {
      flags: "HIuLp0aigsF1q",
      valued: "etdEcSj",
      long: words(
        "hidden no-ignore no-ignore-vcs unrestricted follow full-path print0 absolute-path ignore-case glob " +
          "case-sensitive fixed-strings max-results quiet extension type max-depth min-depth exact-depth exclude color size " +
          "threads changed-within changed-before owner prune strip-cwd-prefix one-file-system and regex",
      ),
    },
    yes: ["fd -e ts"],
    no: ["fd -x rm", "fd --exec rm", "fd -X rm", "fd -Hx rm"],
  },
  {
    program: "jq",
    allowed: {
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
    program: "yq",
    allowed: {
      flags: "rPCMNnje",
      valued: "opI",
      long: words(
        "output-format input-format prettyPrint colors no-colors no-doc null-input unwrapScalar indent raw-output",
      ),
    },
    yes: ["yq .a x.yaml", "yq -r .a x.yaml"],
    no: ["yq -i .a=1 x.yaml", "yq -s .a x.yaml", "yq --security-enable-system-operator x", "yq $x"],
  },
  {
    program: "xxd",
    allowed: { flags: "abeipuC", valued: "cglnos" },
    proof: atMost(1),
    yes: ["xxd a.bin"],
    no: ["xxd a.bin b.txt", "xxd -r a", "xxd -pr a"],
  },
  {
    program: "base64",
    allowed: { flags: "dD", valued: "w", long: words("decode wrap ignore-garbage") },
    yes: ["base64 a", "base64 -d a"],
    no: ["base64 -o b a", "base64 --output=b a"],
  },
];
