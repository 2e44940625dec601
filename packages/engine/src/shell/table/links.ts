import type { Effect } from "@writ/contracts";
import { changes, type Finding, opaque, placed, type Scene } from "../finding.ts";
import { parseOptions } from "../judging/options.ts";
import type { Arg } from "../syntax/arg.ts";

/** `ln`: what the link will point at matters as much as where it is, since writing to it later changes that. */
export function judgeLink(args: readonly Arg[], scene: Scene, program: string): Finding {
  const parsed = parseOptions(args, {
    flags: "sfnvrbLPT",
    long: ["symbolic", "force", "no-dereference", "verbose", "relative", "no-target-directory"],
  });
  const names = parsed?.options.map(({ name }) => name) ?? [];
  const texts = parsed?.operands.map(({ literal }) => literal ?? "") ?? [];
  const [target = "", given] = texts;
  const link = given ?? lastPart(target);
  if (parsed === null || texts.includes("") || texts.length > 2 || link === "") {
    return opaque(`${program} makes links that cannot be named`, program);
  }
  // Symbolic links point from where they lie, unless `-r` turns the target round; hard links name a file from here.
  const fromLink =
    names.some((name) => /^(s|symbolic)$/.test(name)) && !names.some((name) => /^(r|relative)$/.test(name));
  const inside = `${link.replace(/\/+$/, "")}/${lastPart(target)}`;
  const either =
    given !== undefined && lastPart(target) !== "" && !names.some((name) => /^(T|no-target-directory)$/.test(name));
  // A hard link to a link is that link, at another place.
  const isHard = !names.some((name) => /^(s|symbolic)$/.test(name));
  const carries = isHard ? placed(target, scene) : null;
  const made = (at: string): Effect => ({
    ...toEffect(target, at, fromLink, scene),
    ...(carries !== null && { carries }),
  });
  const effects = [made(link)];
  if (either) effects.push({ ...made(inside), ifFolder: true });
  const lost = effects.some(({ path, to }) => path === null || to === undefined);
  return lost ? opaque(`${program} makes a link in a folder that is not known`, program) : changes(effects);
}

function toEffect(target: string, link: string, fromLink: boolean, scene: Scene): Effect {
  const folder = link.includes("/") ? link.slice(0, link.lastIndexOf("/") + 1) : "";
  const to = fromLink && !/^[/~]/.test(target) ? placed(folder + target, scene) : placed(target, scene);
  return { op: "create", path: placed(link, scene), certainty: "inferred", ...(to !== null && { to }) };
}

const lastPart = (path: string): string => path.replace(/\/+$/, "").split("/").at(-1) ?? "";
