import { basename, dirname } from "node:path";
import { namesIn } from "./entries.ts";
import { type Reading, readScript, rooted, type Script } from "./script.ts";
import { shadowOf } from "./shell.ts";

/** The files of these folders that Python loads in the place of its own modules. */
export async function shadowsIn(folders: readonly string[], reading: Reading): Promise<Script[]> {
  const found: Script[] = [];
  for (const folder of folders) {
    const { path, place } = await reading.look(folder);
    if (place === "refused" || place === "outside") continue;
    const whole = rooted(reading.root, path);
    const made = [...reading.made.paths].map((one) => rooted(reading.root, one));
    const put = made.flatMap((one) => [one, dirname(one)]).filter((one) => dirname(one) === whole);
    const names = new Set([...namesIn(whole), ...put.map((one) => basename(one))]);
    for (const name of names) {
      const file = shadowOf(name);
      if (file !== null) found.push(await readScript(`${whole}/${file}`, reading));
    }
  }
  return found.filter(({ fact, hash, made }) => fact.kind !== "directory" && (hash !== null || made === true));
}
