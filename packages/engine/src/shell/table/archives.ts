import type { Effect } from "@writ/contracts";
import { type Finding, changes as isChange, opaque as isOpaque, placed, type Scene, safe } from "../finding.ts";
import { opaque, reads, several } from "../judging/make.ts";
import { effectsOn } from "../judging/operands.ts";
import { parseOptions } from "../judging/options.ts";
import type { Entry, Family } from "../judging/rule.ts";
import { type Arg, literal, literals } from "../syntax/arg.ts";

/** Programs that pack and unpack. What they unpack is named inside the archive, so it is any file beneath a folder. */
export const archives: Family = {
  programs: `tar gtar bsdtar unzip zip gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd zipgrep 7z 7za 7zz rar unrar cpio ar pax
    jar`,
  entries: () => [
    {
      name: "tar",
      also: ["gtar", "bsdtar"],
      does: "changes",
      judge: judgeTar,
      yes: [
        ["tar xzf a.tgz -C dir", ["modify dir/*"]],
        ["tar -xf a.tar", ["modify ./*"]],
        ["tar czf out.tgz src", ["modify out.tgz"]],
      ],
      no: [
        "tar tzf a.tgz",
        "tar -xPf a.tar",
        "tar xfC a.tar src",
        "tar xf a.tar -C a -C b",
        "tar cf - src",
        "tar tf a --checkpoint-action=exec=sh",
        "tar cf /dev/null x --checkpoint=1 --checkpoint-action=exec=sh",
        "tar xf host:a",
        "tar -I sh -xf a",
        "tar --to-command=sh -xf a",
      ],
    },
    {
      name: "unzip",
      does: "changes",
      judge: judgeUnzip,
      yes: [
        ["unzip -q a.zip -d dir", ["modify dir/*"]],
        ["unzip -o a.zip", ["modify ./*"]],
      ],
      no: ["unzip -l a.zip", "unzip -p a.zip x", "unzip -: a.zip", "unzip a.zip x -d $y"],
    },
    {
      name: "zip",
      does: "changes",
      judge: judgeZip,
      yes: [["zip -r out.zip src", ["modify out.zip"]]],
      no: ["zip -T x.zip a -TT sh", "zip -m x.zip a", "zip $x a", "zip -rm x.zip a"],
    },
    packs("gzip", ".gz"),
    packs("gunzip", ".gz", true),
    packs("bzip2", ".bz2"),
    packs("bunzip2", ".bz2", true),
    packs("xz", ".xz"),
    packs("unxz", ".xz", true),
    packs("zstd", ".zst"),
    packs("unzstd", ".zst", true),
    reads("zipgrep", { options: {}, yes: ["zipgrep x a.zip"], no: ["zipgrep --x a"] }),
    ...several("", "7z 7za 7zz rar unrar cpio ar pax jar", (name) =>
      opaque(name, "it packs or unpacks files that are not named here"),
    ),
  ],
};

const within = (path: string): Effect => ({ op: "modify", path, within: true, certainty: "inferred" });

const tarOptions = {
  flags: "txcvzjJapkmhn",
  valued: "fC",
  long: ["list", "extract", "create", "verbose", "gzip", "xz", "bzip2", "zstd", "auto-compress"],
  longValued: ["file", "directory", "strip-components", "exclude"],
};

function judgeTar(args: readonly Arg[], scene: Scene, program: string): Finding {
  const [first, ...more] = args;
  // The first word may leave its dash out; only with its value last it is read the same way then.
  const mode = /^[txcvzjJapkmhn]+f?$/.test(first?.literal ?? "") ? `-${first?.literal}` : null;
  const parsed = parseOptions(mode === null ? args : [literal(mode), ...more], tarOptions);
  const options = parsed?.options ?? [];
  const valuesOf = (names: RegExp): Arg[] =>
    options.flatMap(({ name, value }) => (value && names.test(name) ? [value] : []));
  const has = (names: RegExp): boolean => options.some(({ name }) => names.test(name));
  const archives = literals(valuesOf(/^(f|file)$/));
  // Without a name it reads what it is handed.
  const isListing = has(/^(t|list)$/) && !has(/^(x|extract|c|create)$/);
  if (isListing && archives?.length === 0 && parsed !== null) return safe;
  const folders = literals(valuesOf(/^(C|directory)$/));
  const [archive] = archives ?? [];
  if (
    folders === null ||
    folders.length > 1 ||
    archives?.length !== 1 ||
    archive === undefined ||
    archive.includes(":")
  ) {
    return isOpaque("tar is given an option that may write or run something", program);
  }
  const [lists, extracts] = [has(/^(t|list)$/), has(/^(x|extract)$/)];
  if (!extracts && (archive === "-" || (lists && !has(/^(c|create)$/)))) return safe;
  const path = placed(extracts ? (folders[0] ?? ".") : archive, scene);
  if (path === null) return isOpaque("tar changes a folder that is not known", program);
  return isChange([extracts ? within(path) : { op: "modify", path, certainty: "inferred" }]);
}

function judgeUnzip(args: readonly Arg[], scene: Scene, program: string): Finding {
  const texts = literals(args);
  if (texts?.some((text) => /^-[lvtpz]+q*$/.test(text)) && texts.every((text) => /^-[lvtpzq]+$|^[^-]/.test(text)))
    return safe;
  const parsed = parseOptions(args, { flags: "qoujn", valued: "dx" });
  const [target, ...more] = parsed?.options.flatMap(({ name, value }) => (name === "d" && value ? [value] : [])) ?? [];
  const path = parsed === null || texts === null || more.length > 0 ? null : placed(target?.literal ?? ".", scene);
  return path === null
    ? isOpaque("unzip is given an option that is not known to be harmless", program)
    : isChange([within(path)]);
}

function judgeZip(args: readonly Arg[], scene: Scene, program: string): Finding {
  const parsed = parseOptions(args, { flags: "rqvjy0123456789", valued: "x" });
  const target = parsed?.operands[0]?.literal ?? null;
  const path = target === null ? null : placed(target, scene);
  return path === null
    ? isOpaque("zip is given an option that may write or run something", program)
    : isChange([{ op: "modify", path, certainty: "inferred" }]);
}

/** One file becomes another: `a` becomes `a.gz` and goes away, unless it is kept or printed. */
function packs(name: string, suffix: string, unpacks = false): Entry {
  const judge: Entry["judge"] = (args, scene, program) => {
    const parsed = parseOptions(args, {
      flags: "cdkfvtlqn123456789",
      long: ["stdout", "keep", "decompress", "test", "list", "force", "verbose", "quiet"],
    });
    if (parsed === null) return isOpaque(`${program} is given an option that is not known to be harmless`, program);
    const has = (names: RegExp): boolean => parsed.options.some((option) => names.test(option.name));
    // Of several that say what it does, some take the last: only what prints deletes nothing then.
    const isOnlyLooking = has(/^([tl]|test|list)$/) && !has(/^(d|k|f|decompress|keep|force)$/);
    if (has(/^(c|stdout)$/) || isOnlyLooking || parsed.operands.length === 0) return safe;
    const gone = effectsOn("deleted", parsed.operands, scene);
    if (gone === null) return isOpaque(`${program} changes files that cannot be named`, program);
    const shorter = unpacks || has(/^(d|decompress)$/);
    const made = gone.map((effect): Effect => {
      const path = effect.path ?? "";
      return {
        ...effect,
        op: "modify",
        path: effect.within ? path : shorter ? path.replace(/\.\w+$/, "") : path + suffix,
      };
    });
    return isChange(has(/^(k|keep)$/) || name.includes("zst") ? made : [...gone, ...made]);
  };
  const [given, made] = unpacks ? [`a${suffix}`, "a"] : ["a", `a${suffix}`];
  return {
    name,
    does: "changes",
    judge,
    yes: [[`${name} -k ${given}`, [`modify ${made}`]]],
    no: [`${name} -c a`, `${name} --use-compress-program=sh a`, `${name} $x`],
  };
}
