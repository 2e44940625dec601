import { blank, type Reading, words } from "./reading.ts";

const file = /^[\w./~][\w./~+@,:=-]*$/;

const files = String.raw`( [\w./][\w./-]*)*`;
/** Letters that every sed takes for themselves. */
const plain = String.raw`[\w${blank}.:-]*`;
const lines = String.raw`(\d+|\$)(,(\+?\d+|\$))?p`;
/** Lines by their numbers or by a word in them, and words for words. */
const sedForm = new RegExp(
  `^((-E )?s/${plain}/${plain}/g?|-n (${lines}(;${blank}?${lines})*|/${plain}/(,/${plain}/)?p))${files}$`,
);
const column = String.raw`\$(\d+|NF)`;
/** Columns of each line. */
const awkForm = new RegExp(
  String.raw`^(-F ?[,:;|\t/] ?)?\{${blank}?print${blank}${column}(,${blank}?${column})*${blank}?\}(?!.* /inet)${files}$`,
);

/** What prints, counts, compares and searches text. */
export const textReadings: readonly Reading[] = [
  {
    name: "cat",
    open: true,
    flags: "AbeEnstTuv",
    long: words("show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting help version"),
    yes: ["cat a.ts b.ts", "cat -n a", "cat $files", "cat < in.txt"],
    no: ["cat --frob a", "cat a > b"],
  },
  {
    name: "head",
    open: true,
    flags: "qvz",
    valued: "nc",
    words: /^-\d+$/,
    long: words("lines bytes quiet silent verbose zero-terminated"),
    yes: ["head -n 5 a", "head -20 a", "head -c100 a"],
    no: ["head --frob a"],
  },
  {
    name: "tail",
    open: true,
    flags: "fFqrvz",
    valued: "ncsb",
    words: /^-\d+f?$/,
    long: words("lines bytes follow retry quiet silent verbose zero-terminated pid sleep-interval max-unchanged-stats"),
    yes: ["tail -5 a.log", "tail -f a.log", "tail -n +10 a", "tail -n 20 -f $log"],
    no: ["tail --frob a"],
  },
  {
    name: "wc",
    open: true,
    flags: "clmwL",
    long: words("bytes chars lines words max-line-length total files0-from"),
    yes: ["wc -l a b", "ls | wc -l"],
    no: ["wc --frob"],
  },
  {
    name: "grep",
    also: ["egrep", "fgrep"],
    open: true,
    flags: "EFGPivwxcLlqsobHhnTUuzaIrR",
    valued: "efmABCdD",
    words: /^-\d+$/,
    long: words(
      `extended-regexp fixed-strings basic-regexp perl-regexp regexp file ignore-case no-ignore-case invert-match
      word-regexp line-regexp count color colour files-without-match files-with-matches max-count only-matching quiet
      silent no-messages byte-offset with-filename no-filename label line-number initial-tab null after-context
      before-context context text binary-files devices directories exclude exclude-from exclude-dir include recursive
      dereference-recursive line-buffered null-data binary`,
    ),
    yes: ["grep -rn 'rm -rf' docs", "grep -rnE --include='*.ts' -A3 'a|b' src", 'grep -c x "$f"', "ls | grep -v x"],
    no: ["grep --frob x a", "grep --inc=x a", "grep x a > b"],
  },
  {
    name: "rg",
    data: ["-e", "--regexp"],
    flags: "abcFHhiIlLnNoPpqsSuUvwx0.",
    valued: "ABCEegjmMrtTd",
    long: words(
      `after-context before-context context files files-with-matches files-without-match count count-matches glob iglob
      type type-not type-list hidden no-hidden no-ignore no-ignore-vcs no-ignore-parent ignore-case smart-case
      case-sensitive line-number no-line-number fixed-strings word-regexp line-regexp invert-match only-matching
      replace max-count max-depth max-columns max-columns-preview max-filesize multiline multiline-dotall pcre2 json
      heading no-heading with-filename no-filename color colors sort sortr stats trim vimgrep column text passthru
      unrestricted follow null quiet regexp encoding no-messages no-config engine threads version help crlf
      byte-offset one-file-system path-separator context-separator pretty include-zero line-buffered no-binary binary
      null-data no-mmap mmap`,
    ),
    yes: ["rg -n foo src", "rg --files", "rg -l --type ts -e foo", "rg -e '--pre' docs", "rg -uu -g '!dist' x"],
    no: ["rg --pre 'rm -rf /' x .", "rg --pre=sh x", "rg $x", "rg -z x", "rg --search-zip x", "rg --hostname-bin x y"],
  },
  {
    name: "ag",
    flags: "ilLnwvcQSsUaufgG0hHo",
    valued: "ABCmG",
    long: words(
      `ignore-case literal files-with-matches files-without-matches count word-regexp invert-match hidden nocolor color
      nogroup group after before context depth ignore file-search-regex smart-case column numbers no-numbers js ts
      python ruby go rust java cpp html css json yaml md all-types unrestricted nobreak break heading noheading`,
    ),
    yes: ["ag verifyToken src", "ag -l 'sudo rm' ."],
    no: ["ag --pager=sh x", "ag --pag sh x", "ag $x"],
  },
  {
    name: "cut",
    open: true,
    flags: "sz",
    valued: "bcdfn",
    words: /^-\d+$/,
    long: words("bytes characters delimiter fields complement only-delimited output-delimiter zero-terminated"),
    yes: ["cut -d: -f1 a", "ls | cut -c1-3"],
    no: ["cut --frob a"],
  },
  {
    name: "tr",
    open: true,
    flags: "cCdst",
    long: words("complement delete squeeze-repeats truncate-set1"),
    yes: ["tr -d '\\n' < a", "ls | tr a-z A-Z"],
    no: ["tr --frob a b"],
  },
  {
    name: "sort",
    flags: "bcCdfghiMmnRrsuVz",
    valued: "kt",
    long: words(
      `ignore-leading-blanks dictionary-order ignore-case general-numeric-sort ignore-nonprinting month-sort
      human-numeric-sort numeric-sort random-sort reverse sort version-sort check key field-separator merge stable unique
      zero-terminated`,
    ),
    yes: ["sort -u a.txt", "sort -k2,2n -t: a", "ls | sort -rn"],
    no: ["sort -o a a", "sort -uo a b", "sort --out=a b", "sort --compress-prog=sh a", "sort -T x a", "sort $x"],
  },
  {
    name: "uniq",
    form: /^((-[cdDiuz]+|-[cdDiuz]*[fsw] ?\d+|--(count|repeated|group|ignore-case|unique|zero-terminated)|--(all-repeated|skip-fields|skip-chars|check-chars)=\w+)( |$))*([^\s-]\S*)?$/,
    yes: ["uniq -c", "uniq a.txt", "uniq -f1 a", "sort a | uniq -cd"],
    no: ["uniq a b", "uniq -- a b", "uniq $x", "uniq -f 1 a b", "uniq -1 a b", "uniq a*"],
  },
  {
    name: "diff",
    flags: "uqrcbBwiEZyNaspdtTenx",
    valued: "UCWIxF",
    words: /^-\d+$/,
    long: words(
      `unified brief recursive color context ignore-case ignore-all-space ignore-space-change side-by-side width new-file
      text exclude ignore-blank-lines strip-trailing-cr report-identical-files suppress-common-lines from-file to-file
      no-dereference minimal speed-large-files label ignore-matching-lines show-c-function normal left-column`,
    ),
    yes: ["diff -u a b", "diff <(ls a) <(ls b)", "diff -rq a b", "ls | diff - x"],
    no: ["diff -l a b", "diff --paginate a b", "diff --unknown a b", "diff a b > c"],
  },
  {
    name: "cmp",
    open: true,
    flags: "bls",
    valued: "in",
    long: words("print-bytes ignore-initial verbose bytes quiet silent"),
    yes: ["cmp a b", "cmp -s a b"],
    no: ["cmp --frob a b"],
  },
  {
    name: "comm",
    open: true,
    flags: "123z",
    long: words("check-order nocheck-order output-delimiter total zero-terminated"),
    yes: ["comm -12 a b"],
    no: ["comm --frob a b"],
  },
  { name: "colordiff", flags: "uqrw", yes: ["colordiff -u a b"], no: ["colordiff --frob a b", "colordiff $x"] },
  {
    name: "nl",
    open: true,
    flags: "p",
    valued: "bdfhilnsvw",
    long: words(
      "body-numbering section-delimiter line-increment join-blank-lines number-format number-separator starting-line-number number-width",
    ),
    yes: ["nl -ba a"],
    no: ["nl --frob a"],
  },
  ...readsAnyFile("tac", "br", "s", "before regex separator"),
  ...readsAnyFile("rev", "", "", ""),
  ...readsAnyFile("paste", "sz", "d", "serial delimiters zero-terminated"),
  ...readsAnyFile("fold", "bs", "w", "bytes spaces width"),
  ...readsAnyFile("fmt", "cstu", "wp", "crown-margin split-only tagged-paragraph uniform-spacing width prefix goal"),
  ...readsAnyFile("expand unexpand", "ai", "t", "initial all first-only tabs"),
  ...readsAnyFile("join", "iz", "a1t2oejv", "ignore-case check-order nocheck-order header zero-terminated"),
  ...readsAnyFile(
    "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum shasum cksum sum md5",
    "bctwqrs",
    "a",
    "binary check tag text zero ignore-missing quiet status strict warn algorithm",
  ),
  ...readsAnyFile(
    "od hexdump hd",
    "bcdosxCvh",
    "AjnNStwe",
    "address-radix endian skip-bytes read-bytes strings format output-duplicates width canonical length skip no-squeezing",
  ),
  ...readsAnyFile("basename dirname", "az", "s", "multiple suffix zero"),
  ...readsAnyFile(
    "realpath readlink",
    "efmnqsLPvz",
    "",
    `canonicalize canonicalize-existing canonicalize-missing logical physical quiet silent verbose relative-to relative-base
    strip no-symlinks no-newline zero`,
  ),
  ...readsAnyFile("base32 basenc", "di", "w", "decode wrap ignore-garbage base64 base32 base16 base64url"),
  {
    name: "base64",
    flags: "dDi",
    valued: "w",
    long: words("decode wrap ignore-garbage"),
    yes: ["base64 a", "base64 -d a", "base64 -w0 a"],
    no: ["base64 -o b a", "base64 --output=b a"],
  },
  {
    name: "column",
    flags: "tx",
    valued: "scNo",
    long: words("table separator output-separator table-columns output-width fillrows table-right table-noheadings"),
    operands: /^/,
    yes: ["column -t x", "column -t -s, data.csv"],
    no: ["column --frob x", "column $x"],
  },
  {
    name: "strings",
    flags: "adfw",
    valued: "nte",
    long: words("all bytes radix encoding print-file-name"),
    operands: /^[^@]/,
    yes: ["strings -n 8 a.bin"],
    no: ["strings @x", "strings --frob a", "strings $x", "strings -T x a"],
  },
  {
    name: "xxd",
    form: /^((-[abeipuC]+|-[cglos] ?\d+)( |$))*([\w./][\w./-]*)?$/,
    yes: ["xxd a.bin", "xxd -l64 -s16 a.bin"],
    no: ["xxd a.bin b.txt", "xxd -r a", "xxd -pr a", "xxd -l -l 5 out", "xxd -- -l out"],
  },
  {
    name: "jq",
    flags: "rRnscCMaSejV",
    long: words(
      `raw-output raw-output0 raw-input null-input slurp compact-output color-output monochrome-output ascii-output sort-keys
      exit-status join-output arg argjson args jsonargs slurpfile rawfile tab indent unbuffered stream stream-errors seq`,
    ),
    yes: ["jq .name package.json", "cat x | jq -r '.a | .b'", "jq --arg a b '.[$a]' x"],
    no: ["jq .a x > out.txt", "jq -f prog x", "jq -L lib .a x", "jq --from-file p x"],
  },
  {
    name: "yq",
    flags: "rPCMNne",
    valued: "opI",
    long: words(
      "output-format input-format prettyPrint colors no-colors no-doc null-input unwrapScalar indent raw-output",
    ),
    yes: ["yq .a x.yaml", "yq -r .a x.yaml", "yq -o=json . x.yaml"],
    no: ["yq -i .a=1 x.yaml", "yq -s .a x.yaml", "yq --security-enable-system-operator . x", "yq -Pi .a x", "yq $x"],
  },
  {
    name: "iconv",
    flags: "lc",
    valued: "ft",
    long: words("from-code to-code list"),
    yes: ["iconv -f latin1 -t utf-8 a"],
    no: ["iconv -f latin1 -o b a", "iconv --output=b a"],
  },
  {
    name: "less",
    also: ["more"],
    flags: "NRSFXEMn",
    words: /^-\d+$/,
    operands: file,
    yes: ["less README.md", "less -R a"],
    no: [
      "less -o out a",
      "less -Oout a",
      "less +!sh a",
      "less --log-file=x a",
      "less -k x a",
      "less --lesskey-src=x a",
    ],
  },
  {
    name: "bat",
    also: ["batcat"],
    flags: "nApPu",
    valued: "lHr",
    long: words(
      "plain number show-all language highlight-line line-range style color paging wrap tabs theme decorations",
    ),
    operands: /^(?!cache$)[\w./~:][\w./~:,+ -]*$/,
    yes: ["bat -n a.ts", "bat --paging=never -r 1:20 a.ts"],
    no: ["bat --pager=sh a", "bat cache --build", "bat cache", "bat --pag sh a"],
  },
  {
    name: "shuf",
    flags: "erz",
    valued: "in",
    long: words("echo repeat zero-terminated input-range head-count"),
    yes: ["shuf -n 5 a", "seq 10 | shuf"],
    no: ["shuf -o b a", "shuf --output=b a", "shuf -ro b a", "shuf --random-source=x a"],
  },
  {
    name: "sed",
    form: sedForm,
    yes: [
      "sed -n '1,20p' a",
      "ls | sed -n 5p",
      "sed -n '10,20p;$p' src/a.ts",
      "sed -n '/export/p' a",
      "sed -n '5,$p' a",
    ],
    no: [
      "sed -n '1w x' a",
      "sed -n '1,20p' a -i",
      "sed -n -i 1p a",
      "sed -i s/a/b/ a",
      "sed s/a/b/e a",
      "sed s/a/b/ a -i",
      "sed -n '/[/]w x/p' a",
      "sed -n 1e a",
    ],
  },
  {
    name: "awk",
    also: ["gawk", "mawk", "nawk"],
    form: awkForm,
    yes: ["awk '{print $1}' a", "ls -l | awk '{print $1, $NF}'", "awk -F: '{ print $1 }' a"],
    no: [
      "awk '{print $1 > \"x\"}' a",
      "awk '{print}' a -f x",
      "awk -i inplace '{print $1}' a",
      "awk 'NR==1' a",
      "gawk '{print $1}' /inet/tcp/0/x/80",
    ],
  },
];

/** Programs with which no option writes or runs anything. */
function readsAnyFile(names: string, flags: string, valued: string, long: string): Reading[] {
  return words(names).map((name) => ({
    name,
    open: true,
    flags,
    valued,
    long: words(long),
    yes: [`${name} a`, `${name} "$x"`],
    no: [`${name} --frob a`, `${name} a > b`],
  }));
}
