import { reads, several, words } from "../judging/make.ts";
import { counts, formats, onlyThese, tellsTime, testProof, waits } from "../judging/proofs.ts";
import type { Entry, Family } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";

/** Programs that no option makes write or run anything. */
const plain = `cat head tail wc grep egrep fgrep zgrep nl tac rev cut tr paste fold fmt expand unexpand comm join cmp basename
  dirname realpath readlink pwd echo true false : sleep seq expr uname whoami id groups users who w nproc uptime
  free df du ps pgrep pidof stat which type whereis od hexdump hd md5sum sha1sum sha224sum sha256sum sha384sum
  sha512sum b2sum shasum md5 cksum sum zcat printenv locale tput times tsort factor
  numfmt pathchk logname tty getconf lscpu lsblk lsusb lspci lsmod netstat vmstat iostat mpstat sw_vers
  system_profiler vm_stat getent look locate mdfind cal dirs lsb_release hostid colordiff
  icdiff zdiff zcmp ls base32 basenc tokei pushd popd cd`;

/** Options with which some of them do more after all. */
const limited: Readonly<Record<string, Partial<Entry>>> = {
  tail: { yes: ["tail -5 a.log", "tail -f a.log", "tail -n +10 a | head -5"], no: ["tail a > b"] },
  grep: { yes: ["grep -rn 'rm -rf' docs", "ls | grep x"], no: ["grep x a > b"] },
  cat: { yes: ["cat a.ts b.ts", "cat $files", "cat < in.txt", "cat < <(ls)"], no: ["cat a > b"] },
  ls: { yes: ["ls", "ls -la src", 'ls "$dir"', "ls # rm -rf /"], no: ["ls > out.txt", "./ls"] },
  tput: { yes: ["tput cols"], no: ["tput cols > out.txt"] },
  pushd: { yes: ["pushd src && ls"], no: ["pushd src && touch a"] },
};

/** Programs that read, each with what makes it do more. */
export const readers: Family = {
  programs: `cat head tail wc grep egrep fgrep zgrep nl tac rev cut tr paste fold fmt expand unexpand comm join cmp basename
    dirname realpath readlink pwd echo true false : sleep seq expr uname whoami id groups users who w nproc
    uptime free df du ps pgrep pidof stat which type whereis od hexdump hd strings md5sum sha1sum sha224sum
    sha256sum sha384sum sha512sum b2sum shasum md5 cksum sum zcat printenv locale tput exit return break continue
    shift times tsort factor numfmt pathchk logname tty getconf lscpu lsblk lsusb lspci lsmod netstat vmstat iostat
    mpstat sw_vers system_profiler vm_stat getent look readelf otool locate mdfind mdls cal dirs lsb_release hostid
    colordiff icdiff zdiff zcmp ls base32 basenc tokei pushd popd cd diff less more bat batcat eza exa lsd man info
    whatis apropos column zipinfo history journalctl dmesg top watchman bzcat xzcat zstdcat nm objdump size sdiff
    diffstat iconv ss lsof jobs wait printf test [ date set xmllint tldr`,
  entries: () => [
    ...several("", plain, (name) => reads(name, limited[name])),
    ...several("", "exit return break continue shift", (name) =>
      reads(name, { proof: counts, yes: [name, `${name} 1`, `${name} "$n"`], no: [`${name} 'a[$(rm -rf x)]'`] }),
    ),
    reads("diff", {
      options: {
        flags: "uqrcbBwiEZyNaspdtTelnFx",
        valued: "UCWIx",
        long: words(
          `unified brief recursive color context ignore-case ignore-all-space ignore-space-change side-by-side width
          new-file text exclude ignore-blank-lines strip-trailing-cr report-identical-files suppress-common-lines
          from-file to-file no-dereference minimal speed-large-files label ignore-matching-lines show-c-function
          normal left-column`,
        ),
        words: /^-\d+$/,
      },
      yes: ["diff -u a b", "diff <(ls a) <(ls b)", "diff -r a b", "sed 's/a/b/' x | diff - x"],
      no: ["diff --unknown a b", "diff a b > c"],
    }),
    reads("less", {
      also: ["more"],
      options: {
        flags: "NRSFXiIMneEqQsrfbcCdgGmuw",
        long: words("RAW-CONTROL-CHARS quit-if-one-screen no-init LINE-NUMBERS chop-long-lines"),
        words: /^-\d+$/,
      },
      yes: ["less README.md", "less -R a"],
      no: ["less -o out a", "less +!sh a", "less --log-file=x a"],
      proof: (args) =>
        args.every(({ literal, head }) => !(literal ?? head).startsWith("+")) ? null : "it runs a command of its own",
    }),
    reads("bat", {
      also: ["batcat"],
      options: {
        flags: "nApPuhV",
        valued: "lHrm",
        long: words(
          `plain number show-all language highlight-line line-range style color paging wrap tabs theme decorations
          no-config list-languages list-themes diff diff-context file-name italic-text version help no-paging`,
        ),
      },
      yes: ["bat -n a.ts", "bat --paging=never -r 1:20 a.ts"],
      no: ["bat --pager=sh a", "bat cache --build --source x"],
      proof: (args) => (args[0]?.literal === "cache" ? "it writes its cache" : null),
    }),
    reads("eza", { also: ["exa", "lsd"], yes: ["eza -la --git", "lsd --tree"], no: ["eza > out.txt"] }),
    reads("man", {
      options: { flags: "kfwa", long: words("where whatis apropos all") },
      yes: ["man grep | head -20", "man -k sort", "man 3 printf"],
      no: ["man --html='rm -rf /' ls", "man -H ls", "man -P sh ls", "man -l ./x.1"],
    }),
    reads("info", { options: { long: words("where apropos") }, yes: ["info ls"], no: ["info -o out ls"] }),
    reads("tldr", {
      options: { flags: "lv", valued: "pL", long: words("list platform language os") },
      yes: ["tldr rm", "tldr -p linux tar", "tldr git commit"],
      no: ["tldr --update", "tldr -f x.md", "tldr --config-path x rm", "tldr rm > out"],
    }),
    reads("whatis", { also: ["apropos"], yes: ["whatis ls"], no: ["whatis ls > out"] }),
    reads("column", { yes: ["column -t x", "column -t -s, data.csv"], no: ["column x > y"] }),
    reads("zipinfo", { yes: ["zipinfo app.zip"], no: ["zipinfo a > b"] }),
    reads("history", {
      proof: (args) =>
        args.every(({ literal }) => /^\d+$/.test(literal ?? "")) ? null : "it changes what is remembered",
      yes: ["history | tail -5", "history 20"],
      no: ["history -c", "history -s 'rm x'", "history -p '!!'"],
    }),
    reads("journalctl", {
      options: {
        flags: "xefrkabqmN",
        valued: "unptgSUobF",
        long: words(
          "unit lines since until priority grep output follow reverse no-pager boot catalog dmesg user system utc quiet all list-boots disk-usage identifier",
        ),
      },
      yes: ["journalctl -u nginx -n 50 --no-pager"],
      no: ["journalctl --vacuum-time=1d", "journalctl --rotate", "journalctl --cursor-file=x"],
    }),
    reads("dmesg", {
      options: { flags: "THLkruwxe", valued: "lf", long: words("human ctime level facility follow") },
      yes: ["dmesg -T"],
      no: ["dmesg -C", "dmesg --clear"],
    }),
    reads("top", { options: { flags: "bcHi", valued: "ndpuol" }, yes: ["top -b -n 1", "top -bn1"], no: ["top -W"] }),
    reads("watchman", {
      proof: onlyThese(/^(version|--version|watch-list)$/, /^$/),
      yes: ["watchman watch-list"],
      no: ["watchman watch-del-all"],
    }),
    ...several("", "bzcat xzcat zstdcat", (name) =>
      reads(name, { options: {}, yes: [`${name} a`], no: [`${name} -o b a`] }),
    ),
    ...several("", "nm objdump size", (name) =>
      reads(name, {
        proof: loadsNothing,
        yes: [`${name} a.o`],
        no: [`${name} --plugin x.so a.o`, `${name} --p=x.so a.o`, `${name} @x a.o`, `${name} "$x"`],
      }),
    ),
    ...several("", "readelf strings otool", (name) =>
      reads(name, { proof: takesNoList, yes: [`${name} -a a.o`, `${name} "$x"`], no: [`${name} @x`, `${name} "@$x"`] }),
    ),
    reads("mdls", {
      options: { words: /^-(name|raw|nullMarker)$/ },
      yes: ["mdls -name kMDItemKind a.png"],
      no: ["mdls -plist package.json a.png"],
    }),
    reads("sdiff", { options: { flags: "liEZbWBads", valued: "Iw" }, yes: ["sdiff -s a b"], no: ["sdiff -o c a b"] }),
    reads("diffstat", { options: { flags: "pltuk" }, yes: ["git diff | diffstat"], no: ["diffstat -o x y"] }),
    reads("iconv", {
      options: { flags: "lsc", valued: "ft", long: words("from-code to-code list"), writes: ["o", "output"] },
      yes: ["iconv -f latin1 -t utf-8 a"],
      no: ["iconv -f latin1 -o b a"],
    }),
    reads("ss", {
      options: { flags: "tulnpaxe46mosiHO", long: words("tcp udp listening numeric processes all") },
      yes: ["ss -ltnp"],
      no: ["ss -K dst x", "ss -D x"],
    }),
    reads("lsof", {
      options: { flags: "nPtUla", valued: "iptucds" },
      yes: ["lsof -i :3000", "lsof -ti:3000"],
      no: ["lsof -D b"],
    }),
    reads("jobs", { options: { flags: "lnprs" }, yes: ["jobs -l"], no: ["jobs -x rm a"] }),
    reads("wait", { proof: waits, yes: ["wait", "wait -n"], no: ["wait -p x"] }),
    reads("printf", {
      proof: formats,
      yes: ["printf '%s\\n' \"a > b\"", 'printf "%s" "$x"'],
      no: ["printf -v PATH x", 'printf "$x"'],
    }),
    reads("test", {
      proof: testProof,
      yes: ["test -f a.ts", 'test "$x" = y', 'test ! -d "$d"'],
      no: ["test -v 'a[$(id)]'", "test $x a", 'test "$op" "$x"'],
    }),
    reads("[", { proof: testProof, yes: ["[ -f a.ts ]", '[ "$n" -gt 0 ]'], no: ["[ -v 'a[$(id)]' ]", "[ $x = y ]"] }),
    reads("date", {
      proof: tellsTime,
      yes: ["date", "date +%s", "date -u +%F", "date -d yesterday +%F", "date -v-1d +%F"],
      no: ["date -s 2020-01-01", "date --set=x", "date 0101000020", "date $x"],
    }),
    reads("xmllint", {
      options: { long: words("noout format nonet recover html quiet xpath") },
      proof: (args) => (args.some(({ head }) => head.includes(":/")) ? "it fetches a page" : null),
      yes: ["xmllint --noout a.xml", "xmllint --xpath '//a' a.xml"],
      no: ["xmllint --output b.xml a.xml", "xmllint --shell a.xml", "xmllint --noout http://x/a.xml"],
    }),
    reads("set", {
      proof: onlyThese(/^[-+][eux]*o?$/, /^pipefail$/),
      yes: ["set -euo pipefail; ls", "set -e", "set -x; ls; set +x"],
      no: ["set -a", "set -- x", "set -o allexport"],
    }),
  ],
};

/** A plugin is code that is loaded; `@file` is a file with more options. */
function loadsNothing(args: readonly Arg[]): string | null {
  return args.every(({ literal }) => literal !== null && !/^(@|--p(l|=|$))/.test(literal))
    ? null
    : "it may load a plugin";
}

/** `@file` is a file with more options. */
function takesNoList(args: readonly Arg[]): string | null {
  return args.every(({ literal, head }) => !(literal ?? head).startsWith("@")) ? null : "it takes options from a file";
}
