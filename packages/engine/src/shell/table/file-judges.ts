import type { Effect } from "@writ/contracts";
import { changes, type Finding, opaque, placed, risky, type Scene, safe } from "../finding.ts";
import { effectsOn } from "../judging/operands.ts";
import { parseOptions } from "../judging/options.ts";
import { type Arg, literal, literals } from "../syntax/arg.ts";
import { judgePatchInput } from "../wrappers/apply-patch.ts";

const nameless = (program: string): Finding => opaque(`${program} changes files that cannot be named`, program);
const named = (effects: readonly Effect[] | null, program: string): Finding =>
  effects === null ? nameless(program) : changes(effects);

/** `cp`: with `-r` everything beneath what it makes may change. */
export function copies(args: readonly Arg[], scene: Scene, program: string): Finding {
  const parsed = parseOptions(args, {
    flags: "fnpuvrRaTLPHd",
    valued: "t",
    long: ["force", "verbose", "no-clobber", "update", "recursive", "archive", "no-dereference"],
    longValued: ["target-directory"],
  });
  const has = (names: RegExp): boolean => parsed?.options.some(({ name }) => names.test(name)) === true;
  const folder = parsed?.options.find(({ name }) => /^(t|target-directory)$/.test(name))?.value;
  const given = parsed?.operands ?? [];
  // A slash at its end makes what follows `-t` the folder it is; with `-T` what is in one folder goes straight into the other.
  const operands =
    folder !== undefined ? [...given, slashed(folder)] : has(/^T$/) && given.length === 2 ? given.map(opened) : given;
  const effects = parsed === null ? null : effectsOn("copied", operands, scene);
  const deep = has(/^([rRa]|recursive|archive)$/);
  // Links are followed, unless a whole tree is copied or an option says so.
  const bringsLinks = deep || has(/^([dP]|no-dereference)$/);
  const sources = bringsLinks ? operands.slice(0, -1) : [];
  const whole = effects?.map((effect): Effect => {
    const carries = sources.find((source) => isCopyOf(effect, source, sources.length));
    const from = carries?.literal == null ? null : placed(carries.literal.replace(/(.)\/+\.?\/*$/, "$1"), scene);
    return { ...effect, ...(deep && { within: true as const }), ...(from !== null && { carries: from }) };
  });
  return named(whole ?? null, program);
}

/** Whether a copy is one of this source: of several, each keeps its name. */
function isCopyOf({ path }: Effect, { literal: source }: Arg, count: number): boolean {
  const name = source?.replace(/\/+$/, "").split("/").at(-1) ?? "";
  return count === 1 || path?.endsWith(`/${name}`) === true;
}

const opened = (arg: Arg, index: number): Arg =>
  index > 0 || arg.literal === null ? arg : literal(`${arg.literal.replace(/\/+$/, "")}/.`);
const slashed = (arg: Arg): Arg => (arg.literal === null ? arg : literal(`${arg.literal.replace(/\/+$/, "")}/`));

/** `install` copies files, or makes folders with `-d`. */
export function installs(args: readonly Arg[], scene: Scene, program: string): Finding {
  const spec = { flags: "dDvpcC", valued: "m", long: ["directory", "verbose"], longValued: ["mode"] };
  const parsed = parseOptions(args, spec);
  const mode = parsed?.options.find(({ name }) => /^(m|mode)$/.test(name))?.value?.literal ?? "644";
  if (!/^([ugoa]*[-+=][rwxX]*,?)+$|^0?[0-7]{3}$/.test(mode)) return risky("install changes who may do what", program);
  const folders = parsed?.options.some(({ name }) => /^(d|directory)$/.test(name)) === true;
  return named(parsed === null ? null : effectsOn(folders ? "created" : "copied", parsed.operands, scene), program);
}

/** `dd` writes what `of=` names, and nothing without it. */
export function copiesBlocks(args: readonly Arg[], scene: Scene, program: string): Finding {
  const texts = literals(args);
  const known = /^(if|of|bs|ibs|obs|count|skip|seek|conv|status|iflag|oflag)=/;
  if (texts === null || !texts.every((text) => known.test(text))) return nameless(program);
  const targets = texts.filter((text) => text.startsWith("of=")).map((text) => text.slice(3));
  if (targets.length === 0) return safe;
  if (targets.some((text) => /^\/dev\/(?!null$)/.test(text))) return risky("dd writes to a device", program);
  const paths = targets.map((text) => (text === "" ? null : placed(text, scene)));
  if (paths.includes(null)) return nameless(program);
  return changes(paths.map((path) => ({ op: "modify", path, certainty: "inferred" })));
}

/** `chmod`, `chown`: the files they name; with `-R` a whole folder, with `s` a program that runs as somebody else. */
export function changesMode(args: readonly Arg[], scene: Scene, program: string): Finding {
  const [mode, ...files] = args.filter(
    ({ literal }) => !/^(-[fv]|--(verbose|silent|quiet|changes))$/.test(literal ?? ""),
  );
  const texts = args.map(({ literal, head }) => literal ?? head);
  if (texts.some((text) => /^-[A-Za-z]*R|^--rec/.test(text)))
    return risky(`${program} reaches a whole folder`, program);
  const plain = program === "chmod" ? /^([ugoa]*[-+=][rwxX]*(,[ugoa]*[-+=][rwxX]*)*|0?[0-7]{3})$/ : /^[\w.:@-]+$/;
  if (!plain.test(mode?.literal ?? "")) return risky(`${program} changes who may do what`, program);
  return named(
    files.some(({ literal }) => literal?.startsWith("-")) ? null : effectsOn("modified", files, scene),
    program,
  );
}

/** `split` writes files that begin with its last word, in its folder. */
export function splits(args: readonly Arg[], scene: Scene, program: string): Finding {
  const spec = {
    flags: "dxeuzks",
    valued: "blnaCtf",
    longValued: ["bytes", "lines", "number", "suffix-length", "prefix"],
  };
  const parsed = parseOptions(args, spec);
  const prefix = program === "csplit" ? undefined : parsed?.operands[1]?.literal;
  const isKnown = parsed !== null && program === "split" && prefix !== null && parsed.operands.length <= 2;
  const folder = prefix?.includes("/") ? prefix.slice(0, prefix.lastIndexOf("/")) || "/" : ".";
  const path = isKnown ? placed(folder, scene) : null;
  const names = `${(prefix ?? "x").slice((prefix ?? "").lastIndexOf("/") + 1)}*`;
  return named(path === null ? null : [{ op: "modify", path, within: true, names, certainty: "inferred" }], program);
}

/** `patch` changes what its patch names; one that is not in the command line nobody has seen. */
export function patches(args: readonly Arg[], scene: Scene, program: string): Finding {
  const texts = literals(args) ?? [];
  const plain = texts.every((text) => /^(-p[01]|-s|-N|--forward|--silent|--batch|-t)$/.test(text));
  const [strip, ...more] = texts.filter((text) => text.startsWith("-p"));
  // Without a number it takes all folders off.
  return plain && strip !== undefined && more.length === 0
    ? judgePatchInput(scene, program, strip === "-p0" ? 0 : 1)
    : opaque("patch changes the files its patch names", program);
}

/** Sockets and keys of programs that run, and what Writ's own daemon keeps. */
const others = /^(writ-\d|tmux-|ssh-|gpg-|screen|systemd-|snap|dbus-|pulse-|runtime-)/i;

/** `rm -r` of folders by their names in the temporary folder, which hold nothing that was to be kept. */
export function removesTemporary(args: readonly Arg[], scene: Scene): Finding | null {
  const parsed = parseOptions(args, { flags: "fivrR", long: ["force", "verbose", "recursive"] });
  if (parsed?.options.some(({ name }) => /^([rR]|recursive)$/.test(name)) !== true) return null;
  const paths = parsed.operands.map(({ literal: text }) => (text === null ? null : placed(text, scene)));
  const names = paths.map((path) => /^\/tmp\/(\w[\w.-]*)(\/(?!\.\.?(\/|$))[\w.@+-]+)*\/?$/.exec(path ?? "")?.[1]);
  if (names.length === 0 || names.some((name) => name === undefined || others.test(name))) return null;
  // A workspace may lie there too.
  const { root } = scene.world;
  const isNear = (path: string | null): boolean => {
    const folder = `${(path ?? "").replace(/\/+$/, "")}/`;
    return `${root}/`.startsWith(folder) || folder.startsWith(`${root}/`);
  };
  if (root !== undefined && paths.some(isNear)) return null;
  return changes(paths.map((path) => ({ op: "delete", path, within: true, certainty: "inferred" })));
}

/** `mktemp` makes a file in the temporary folder, unless a template says where. */
export function makesTemporary(args: readonly Arg[], _scene: Scene, program: string): Finding {
  const texts = literals(args) ?? ["$"];
  const isTemplate = texts.some((text) => /^-[dqu]*t$/.test(text)) ? /^\w[\w.-]*$/ : /^\/tmp\/[\w.-]+$/;
  const plain = texts.every((text) => /^(-[dqut]+|--directory)$/.test(text) || isTemplate.test(text));
  return plain ? safe : nameless(program);
}
