import { oneOf } from "./alternatives.ts";
import { type Finding, placed, type Scene } from "./finding.ts";
import { partsOf } from "./named.ts";
import type { Arg } from "./syntax/arg.ts";

/** Programs that keep, move, send or show what they are given, and take no orders from it. */
const keepers = new RegExp(
  `^${oneOf`
    git gh glab hub rm rmdir shred cp mv ln install dd chmod chown chgrp chattr touch truncate mkdir tar zip unzip 7z
    gzip gunzip bzip2 xz zstd scp sftp rsync rclone curl wget code cursor subl open xdg-open start`}$`,
);

/** More words are not looked up. */
const most = 256;

/**
 * What a command takes its orders from, where nobody knows which of its words do: `psql -f m.sql` runs the file, and an
 * unknown program may do the same with any it is given.
 */
export function fedTo(words: readonly Arg[], scene: Pick<Scene, "dir">, finding: Finding): string[] {
  const name = words[0]?.literal ?? "";
  const program = name.split("/").at(-1) ?? "";
  if (finding.class !== "opaque" && finding.class !== "risky") return [];
  // An interpreter runs the one script that is known, and what follows is for that to read.
  const isTold = !name.includes("/") && (finding.scripts ?? []).length > 0;
  if (keepers.test(program) || isTold) return [];
  const own = new Set((finding.effects ?? []).flatMap(({ op, path }) => (op === "exec" ? [] : [path])));
  const parts = words.slice(1).flatMap(({ literal }) => (literal === null ? [] : [literal, ...partsOf(literal)]));
  const paths = [...new Set(parts)]
    .filter((part) => part !== "" && !part.startsWith("-") && !/^\.{0,2}\/*$/.test(part))
    .flatMap((part) => placed(part, scene) ?? []);
  return paths.filter((path) => !own.has(path)).slice(0, most);
}
