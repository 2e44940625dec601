import { opaque, runs } from "../finding.ts";
import { pointedElsewhere } from "../judging/doubt.ts";
import type { Judge, Options } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";

/** A package as a registry names it, with a version at most; no address, repository, archive or folder. */
const named = /^(@[\w.-]+\/)?[A-Za-z0-9_][\w.-]*(\[[\w,.-]+\])?([@=~<>!][\w.^~<>=*+!,@-]*)?$/;
const archive = /\.(tgz|tar\.gz|zip|whl|tar)$/;

/** Options that take packages from elsewhere, or put them elsewhere. */
export const foreignPackages: Options = {
  opaque: {
    registry: "it takes packages from another registry",
    "index-url": "it takes packages from another index",
    "extra-index-url": "it takes packages from another index",
    "find-links": "it takes packages from elsewhere",
    "trusted-host": "it takes packages from elsewhere",
    source: "it takes packages from elsewhere",
    git: "it takes a package from a repository",
    path: "it takes a package from a folder",
    i: "it takes packages from another index",
    t: "it puts packages elsewhere",
    target: "it puts packages elsewhere",
    root: "it puts packages elsewhere",
  },
  risky: {
    location: "it installs for the whole machine",
    g: "it installs for the whole machine",
    global: "it installs for the whole machine",
  },
};

/**
 * A package manager that installs what the repository lists, or a package by its name. Their own scripts may run, which
 * is the risk of every package; from an address or a folder nobody knows what comes.
 */
export function installing(line: string, options: Options = foreignPackages, own: RegExp = /^$/): Judge {
  return (args, scene, program) => {
    const doubt = pointedElsewhere(args, options, scene, { line, program });
    if (doubt !== null) return doubt;
    const stray = args.find((arg) => !isPlain(arg, own));
    return stray === undefined
      ? runs(program, line)
      : opaque(`${line}: ${stray.literal ?? "a package"} is not a package of the registry by its name`, program);
  };
}

function isPlain({ literal }: Arg, own: RegExp): boolean {
  if (literal === null) return false;
  return literal.startsWith("-") || own.test(literal) || (named.test(literal) && !archive.test(literal));
}
