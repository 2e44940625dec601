import { type Reading, words } from "./reading.ts";

/** What lists files, finds them, and tells about them. */
export const fileReadings: readonly Reading[] = [
  {
    name: "ls",
    open: true,
    flags: "aAbBcCdfFgGhHiklLmnNopqQrRsStuUvxXZ1@eOTW",
    valued: "IwT",
    long: words(
      `all almost-all author escape block-size ignore-backups color directory dired classify file-type format full-time
      group-directories-first no-group human-readable si dereference-command-line hide hyperlink indicator-style inode
      ignore kibibytes dereference numeric-uid-gid literal hide-control-chars show-control-chars quote-name
      quoting-style reverse recursive size sort time time-style tabsize width context zero`,
    ),
    yes: ["ls", "ls -la src", 'ls "$dir"', "ls --color=always *.ts", "ls # rm -rf /"],
    no: ["ls --frob", "ls --col", "ls > out.txt"],
  },
  {
    name: "eza",
    also: ["exa", "lsd"],
    flags: "laAhR1FtrsTdg",
    valued: "LI",
    long: words(
      "long all tree git level sort reverse icons header group-directories-first classify oneline git-ignore",
    ),
    yes: ["eza -la --git", "lsd --tree"],
    no: ["eza --frob", "lsd --config-file x", "eza $x"],
  },
  {
    name: "tree",
    flags: "adfghilnpqrstuvxACDFJNQSUcX",
    // What follows such a letter in the same word are more options: `-Lo 2 out` writes.
    words: /^-[adfghilnpqrstuvxACDFJNQSUcX]*(L\d*|[PI])$/,
    long: words(
      `dirsfirst filesfirst gitignore prune noreport filelimit sort charset du si inodes device matchdirs ignore-case
      metafirst timefmt`,
    ),
    yes: ["tree", "tree -L 2 src", "tree -a -I node_modules"],
    no: ["tree -o out.html", "tree -RH .", "tree --output=x", "tree $x", "tree -Lo 2 out", "tree -Po '*' out"],
  },
  {
    name: "find",
    also: ["gfind"],
    nested: "-exec",
    data: words("-name -iname -path -ipath -wholename -regex -iregex -newer -samefile -user -group"),
    words:
      /^-([HLPEXdsx]|name|iname|path|ipath|wholename|iwholename|regex|iregex|regextype|lname|ilname|type|xtype|size|empty|[acm]time|[acm]min|newer([aBcmt]{2})?|anewer|cnewer|perm|user|group|uid|gid|nouser|nogroup|links|inum|samefile|readable|writable|executable|maxdepth|mindepth|depth|prune|print|print0|printf|ls|quit|not|a|and|o|or|true|false|follow|xdev|mount|daystart|noleaf|warn|nowarn|\d+[a-zA-Z]?|[ugoa]*[+=][rwxst]+)$/,
    yes: [
      "find . -name '*.ts'",
      "find src -type f -print0",
      "find . -mtime -1 -size -10k",
      "find . -name x -exec grep -l y {} +",
      "find . -exec cat {} \\; -o -print",
    ],
    no: [
      "find . -delete",
      "find . -exec rm {} +",
      "find . -exec sed -i s/a/b/ {} +",
      "find . -execdir cat {} +",
      "find . -ok cat {} \\;",
      "find . -fprint out",
      "find . -fprintf out x",
      "find . -fls out",
      "find . -files0-from x",
      "find . $x",
    ],
  },
  {
    name: "fd",
    also: ["fdfind"],
    flags: "HIuLp0aigsF1q",
    valued: "etdESj",
    long: words(
      `hidden no-ignore no-ignore-vcs unrestricted follow full-path print0 absolute-path ignore-case glob case-sensitive
      fixed-strings max-results quiet extension type max-depth min-depth exact-depth exclude color size threads
      changed-within changed-before owner prune strip-cwd-prefix one-file-system and regex`,
    ),
    yes: ["fd -e ts", "fd -H --type f x src"],
    no: ["fd -x rm", "fd -X rm", "fd --exec cat", "fd -Hx rm", "fd --exec-batch=rm", "fd --base-directory x", "fd $x"],
  },
  {
    name: "stat",
    open: true,
    flags: "LftxFlnqrs",
    valued: "c",
    long: words("dereference file-system format printf terse cached"),
    yes: ["stat a", "stat -c '%s' a", "stat -f '%z' a"],
    no: ["stat --frob a"],
  },
  {
    name: "file",
    flags: "bhiLkNrs0E",
    long: words("brief mime mime-type mime-encoding dereference keep-going"),
    yes: ["file a.bin", "file -b --mime-type a"],
    no: ["file -C -m magic", "file --compile", "file -z a", "file -m x a", "file -f x", "file $x"],
  },
  {
    name: "du",
    open: true,
    flags: "abcDhHklLmPsSx0",
    valued: "dtBIX",
    long: words(
      `all apparent-size block-size bytes total dereference-args max-depth human-readable inodes count-links dereference
      separate-dirs si summarize threshold time time-style exclude exclude-from one-file-system`,
    ),
    yes: ["du -sh .", "du -h --max-depth=1 src", "du -sh $d"],
    no: ["du --frob"],
  },
  {
    name: "df",
    open: true,
    flags: "ahHiklmPTv",
    valued: "BtxT",
    long: words("all human-readable inodes local portability print-type total type exclude-type output si"),
    yes: ["df -h", "df -h ."],
    no: ["df --frob"],
  },
  ...["pwd", "which", "type", "whereis"].map(
    (name): Reading => ({
      name,
      open: true,
      flags: "aLPtpfbms",
      long: ["all"],
      yes: [name === "pwd" ? "pwd -P" : `${name} node`],
      no: [`${name} --frob`],
    }),
  ),
  {
    name: "tar",
    also: ["gtar", "bsdtar"],
    form: /^(-?(t[zjJv]*f|[zjJv]+tf|tf[zjJv]*))( [\w./][\w./-]*)+$/,
    yes: ["tar tzf a.tgz", "tar -tf a.tar", "tar tvf a.tar src"],
    no: [
      "tar tf host:a",
      "tar tf a --to-command=sh",
      "tar tf a -I sh",
      "tar xf a.tar",
      "tar tf a --checkpoint-action=exec=sh",
    ],
  },
  {
    name: "unzip",
    form: /^-(l|v|p|t|lq|Z1?|z)( [\w./][\w./-]*)+$/,
    yes: ["unzip -l a.zip", "unzip -p a.zip x"],
    no: ["unzip a.zip", "unzip -lo a.zip -d x", "unzip -l a.zip -d x"],
  },
  { name: "zipinfo", flags: "12lmshtTvz", yes: ["zipinfo -1 a.zip"], no: ["zipinfo --frob a"] },
  {
    name: "gzip",
    form: /^(-l|-t|-lv|-tv|--list|--test|-c|-dc|-cd)( [\w./][\w./-]*)+$/,
    yes: ["gzip -l a.gz", "gzip -t a.gz"],
    no: ["gzip -td a.gz", "gzip -l -d a.gz", "gzip a", "gzip -lt a.gz"],
  },
  ...["xz", "zstd", "bzip2"].map(
    (name): Reading => ({
      name,
      // The last of -t, -l and -d counts, so only one of them may stand there, unless -c says that the rest is printed.
      form: /^(-l|-t|--list|--test|-dc|-cd|-t -c|-d -c)( [\w./][\w./-]*)+$/,
      otherwise: "it may unpack or delete the file",
      yes: [`${name} -t a.x`, `${name} -dc a.x`],
      no: [`${name} -td a.x`, `${name} -t -d a.x`, `${name} -t a.x -d`, `${name} -t --decompress a.x`],
    }),
  ),
  { name: "zcat", flags: "", yes: ["zcat a.gz"], no: ["zcat --frob a", "zcat $x"] },
  ...["bzcat", "xzcat", "zstdcat"].map(
    (name): Reading => ({ name, yes: [`${name} a`], no: [`${name} -o b a`, `${name} "$x"`] }),
  ),
  {
    name: "readelf",
    flags: "hlSsdaW",
    operands: /^[^@]/,
    yes: ["readelf -h a.out"],
    no: ["readelf @x", "readelf -wk a", "readelf $x"],
  },
  {
    name: "nm",
    flags: "CgDun",
    operands: /^[^@]/,
    yes: ["nm -C a.o"],
    no: ["nm --plugin x.so a.o", "nm @x a.o", "nm --p=x.so a.o"],
  },
  {
    name: "objdump",
    flags: "dthxfp",
    operands: /^[^@]/,
    yes: ["objdump -d a.o"],
    no: ["objdump --plugin x a.o", "objdump @x", "objdump -W a"],
  },
];
