import { type Finding, opaque, runs, type Scene, safe, standing } from "../finding.ts";
import type { Found } from "./lookup.ts";
import { words } from "./make.ts";

/**
 * Programs that tell their version with these too. Elsewhere `-v` may be about how much is told: then `mysql -v` runs
 * what it is handed, and `ninja -v` builds.
 */
const spelled: Readonly<Record<string, ReadonlySet<string>>> = {
  "-v": new Set(
    words(
      `npm npx pnpm yarn bun tsc vue-tsc docker podman docker-compose make gmake deno vercel wrangler redis-cli tsx nodemon
       concurrently gcc g++ clang clang++ cc c++ uv poetry composer dart rails claude gemini`,
    ),
  ),
  "-version": new Set(
    words(
      "java javac kotlinc kotlin scala groovy ffmpeg magick convert xcodebuild terraform tofu packer cmake sqlite3",
    ),
  ),
};

/** What `--version` or `--help` alone do, also after a verb; `null` when a command asks for neither. */
export function answerOf({ entry, program: whole, args }: Found, scene: Scene, program: string): Finding | null {
  const asks = entry.asks ?? whole.asks;
  if (asks === undefined) return null;
  const rest = entry.group === true && /^[a-z][\w-]*$/.test(args[0]?.literal ?? "") ? args.slice(1) : args;
  const word = rest.length === 1 ? (rest[0]?.literal ?? "") : "";
  if (!isQuestion(word, entry === whole, program)) return null;
  if (asks === "reads") return safe;
  if (standing(scene) === "unknown") return opaque(`${program} runs in a folder that is not known`, program);
  return runs(program);
}

/** Only a program itself is asked for its version; verbs of git tell how they are used with `-h`. */
function isQuestion(word: string, isProgram: boolean, program: string): boolean {
  if (!word.startsWith("-")) return false;
  if (/^--?help$/.test(word)) return true;
  if (!isProgram) return word === "-h" && program === "git";
  return /^(--version|-V)$/.test(word) || (Object.hasOwn(spelled, word) && spelled[word]?.has(program) === true);
}
