import { opaque as isOpaque, safe } from "../finding.ts";
import { opaque, reads, risky, several, words } from "../judging/make.ts";
import { onlyThese } from "../judging/proofs.ts";
import type { Family, Judge } from "../judging/rule.ts";
import { type Arg, literals } from "../syntax/arg.ts";

/** A file by its plain name: no address, no prefix that picks a reader, no list of options. */
const file = String.raw`[\w./~][\w./+~-]*`;
const pictures = new RegExp(String.raw`^${file}\.(png|jpe?g|gif|webp|bmp|ico|tiff?|heic|avif)$`, "i");
const onlyFiles = new RegExp(`^${file}$`);

/** Programs that show what a file of some kind holds. Most can do far more, so only some ways to call them are read. */
export const inspectors: Family = {
  programs: `shuf col pr cloc scc javap jar codesign defaults plutil identify exiftool ffprobe openssl ssh-keygen gpg gpg2 ldd`,
  entries: () => [
    reads("shuf", {
      options: {
        flags: "erz",
        valued: "in",
        long: words("echo repeat zero-terminated input-range head-count"),
        writes: ["o", "output"],
      },
      yes: ["shuf -n 5 a", "shuf -i 1-10", "seq 10 | shuf"],
      no: ["shuf -o b a", "shuf --output=b a", "shuf -ro b a", "shuf --random-source=x a"],
    }),
    reads("col"),
    reads("pr", { yes: ["pr -l 20 a"] }),
    reads("cloc", {
      options: {
        long: words(
          `by-file by-file-by-lang json yaml csv md xml quiet hide-rate exclude-dir exclude-ext include-ext include-lang
           exclude-lang sum-one skip-uniqueness max-file-size follow-links no-recurse show-lang show-ext version help`,
        ),
      },
      proof: plainWords,
      yes: ["cloc src", "cloc --exclude-dir=node_modules,dist --json ."],
      no: ["cloc --out=x src", "cloc --config x src", "cloc --vcs='rm x' .", "cloc --read-lang-def=x .", "cloc $x"],
    }),
    reads("scc", {
      options: {
        flags: "cwza",
        valued: "fsix",
        long: words(
          "by-file no-cocomo no-complexity no-duplicates format sort exclude-dir include-ext exclude-ext wide ci no-gen no-min version help",
        ),
      },
      proof: plainWords,
      yes: ["scc src", "scc --no-cocomo --by-file -s lines"],
      no: ["scc -o x src", "scc --format-multi json:x", "scc @x", "scc --output=x"],
    }),
    reads("javap", {
      proof: onlyThese(javapWord, javapWord),
      yes: ["javap -c A.class", "javap -p -v build/A.class"],
      no: ["javap -J-agentpath:x A", "javap @x", "javap -cp x A", "javap $x"],
    }),
    ...several("jar", "tf tvf -tf -tvf", (name) =>
      reads(name, {
        proof: onlyThese(onlyFiles, onlyFiles),
        yes: [`${name} a.jar`],
        no: [`${name} @x`, `${name} a.jar -J-agentpath:x`],
      }),
    ),
    ...several("codesign", "-d -dv -dvv -dvvv", (name) =>
      reads(name, { proof: onlyThese(onlyFiles, onlyFiles), yes: [`${name} a.app`], no: [`${name} -s x a.app`] }),
    ),
    reads("defaults read", {
      proof: onlyThese(/^(-g|[\w.]+)$/, /^\w+$/),
      yes: ["defaults read com.apple.dt.Xcode"],
      no: ["defaults write x y z"],
    }),
    ...several("plutil", "-p -lint", (name) =>
      reads(name, { proof: onlyThese(onlyFiles, onlyFiles), yes: [`${name} a.plist`], no: [`${name} -o b a.plist`] }),
    ),
    opaque("identify", "it may hand a file to another program", {
      asks: "reads",
      judge: looksAt("identify", /^((-(verbose|ping|quiet)|-format [%\w.,x\\-]+) )*$/, pictures),
      yes: ["identify msl:x", "identify @list", "identify -write x a.png", "identify -format %[fx:w] a.png"],
      no: ["identify a.png", "identify -format '%wx%h' a.png b.jpg", "identify --version"],
    }),
    opaque("exiftool", "it writes files or runs code of its settings", {
      asks: "reads",
      judge: looksAt("exiftool", /^$/, pictures),
      yes: [
        "exiftool -config x a.png",
        "exiftool -o b.png a.png",
        "exiftool -Artist=x a.png",
        "exiftool -if 'x' a.png",
      ],
      no: ["exiftool a.png"],
    }),
    opaque("ffprobe", "it may fetch or write something", {
      asks: "reads",
      judge: looksAt(
        "ffprobe",
        /^((-(hide_banner|show_format|show_streams|show_chapters|pretty|i)|-v (error|quiet|warning|info)|-(of|print_format) \w+(=[\w=:]+)?|-select_streams [avs](:\d+)?|-show_entries [\w=,:]+) )*$/,
        new RegExp(String.raw`^${file}\.(mp4|mov|mkv|webm|avi|mp3|wav|flac|ogg|opus|m4a|aac|png|jpe?g|gif)$`, "i"),
      ),
      yes: ["ffprobe -o x a.mp4", "ffprobe http://x/a.mp4", "ffprobe -f lavfi movie=x", "ffprobe -report a.mp4"],
      no: ["ffprobe a.mp4", "ffprobe -v error -show_entries format=duration -of csv=p=0 a.mp4"],
    }),
    ...several("openssl", "x509 req crl asn1parse verify", (name) =>
      reads(name, {
        proof: onlyThese(certificateWord, certificateWord),
        yes: [`${name} -in c.pem -noout -text`, `${name} -noout -enddate -in c.pem`],
        no: [`${name} -in a -out b`, `${name} -in a -signkey k`, `${name} -engine x -in a`, `${name} -new -in x`],
      }),
    ),
    reads("ssh-keygen -l", {
      also: ["ssh-keygen -lf"],
      proof: onlyThese(fingerprintWord, fingerprintWord),
      yes: ["ssh-keygen -l -f a.pub", "ssh-keygen -l -v -f a.pub"],
      no: ["ssh-keygen -l -D x.so", "ssh-keygen -f a", "ssh-keygen -l -f a -p"],
    }),
    ...several("", "gpg gpg2", (program) =>
      reads(`${program} --list-keys`, {
        also: [`${program} -k`, `${program} --list-public-keys`, `${program} --fingerprint`],
        proof: (args) => (args.length === 0 ? null : onlyThese(keyWord, keyWord)(args)),
        yes: [`${program} --list-keys`, `${program} -k --keyid-format long`],
        no: [
          `${program} --list-keys --homedir x`,
          `${program} --list-keys --list-options show-photos`,
          `${program} --list-keys --output x`,
          `${program} --export`,
        ],
      }),
    ),
    risky("ldd", "may run the program it looks at", { asks: "reads", no: ["ldd --version"] }),
  ],
};

const javapWord = /^(-(c|v|p|l|s|public|protected|package|private|verbose|constants|sysinfo)|[\w$./][\w$./-]*)$/;
const certificateWord = new RegExp(
  `^(-(in|inform|noout|text|subject|issuer|dates|startdate|enddate|serial|fingerprint|sha1|sha256|email|purpose|subject_hash|pubkey|modulus|checkend|ext|nameopt|verify|CAfile|untrusted|i)|${file})$`,
);
const fingerprintWord = new RegExp(`^(-[vfE]|${file})$`);
const keyWord = /^(--(keyid-format(=\w+)?|with-colons|with-fingerprint|with-subkey-fingerprint)|[\w@.+][\w@.+-]*)$/;

/** Files of certain kinds, behind options that say what is told of them. */
function looksAt(name: string, options: RegExp, files: RegExp): Judge {
  return (args) => {
    const texts = literals(args) ?? [""];
    const first = texts.findIndex((text, index) => texts.slice(index).every((one) => files.test(one)) && text !== "");
    const told = first === -1 || texts.some((text) => /\s/.test(text)) ? null : texts.slice(0, first);
    return told !== null && options.test(told.map((text) => `${text} `).join(""))
      ? safe
      : isOpaque(`${name} may do more than read`, name);
  };
}

/** Words behind the options that are files or folders of the machine by their plain name. */
function plainWords(args: readonly Arg[]): string | null {
  return args.every(
    ({ literal }) => literal !== null && (literal.startsWith("-") || onlyFiles.test(literal) || literal === "."),
  )
    ? null
    : "an argument is not known to be harmless";
}
