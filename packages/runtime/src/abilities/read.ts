import type { Ability, FileFinding } from "@writ/contracts";
import { abilityFileOf, type Described, type Description, type Gathered, gather, isDescribed } from "@writ/engine";
import { openSurveyor } from "../survey/survey.ts";

/** Everything a repository says about abilities. */
export interface AbilitiesRead {
  readonly abilities: readonly Ability[];
  readonly findings: readonly FileFinding[];
}

/** The same with where each of it comes from. */
export interface AbilitySources extends AbilitiesRead {
  readonly gathered: readonly Gathered[];
  readonly descriptions: readonly Description[];
  /** The file another one mentions, from the root; `null` when there is none. */
  find(mentioned: string, file: string): string | null;
}

const survey = openSurveyor<Described>({
  cache: "abilities.json",
  wanted: (path) => abilityFileOf(path) !== null,
  loadParser: async () => (await import("@writ/engine/abilities")).parseAbilityFile,
  unread: (findings) => ({ descriptions: [], findings }),
  noted: ({ descriptions, findings }, more) => ({ descriptions, findings: [...more, ...findings] }),
  isValue: isDescribed,
});

/** Ten times what large repositories have; all of it is matched with every request. */
const mostDescriptions = 5000;

const known = new Map<string, { revision: number; read: AbilitySources }>();

/** Reads every ability of a repository, and where it is described. What has not changed is not read again. */
export async function readAbilitySources(root: string): Promise<AbilitySources> {
  const found = await survey(root);
  const parts: Described[] = [];
  for (const file of found.files) parts.push(await found.read(file));
  await found.keep();
  const before = known.get(root);
  if (before !== undefined && before.revision === found.revision) return before.read;
  const all = parts.flatMap((part) => part.descriptions);
  const descriptions = all.slice(0, mostDescriptions);
  const cut: FileFinding[] = all.slice(mostDescriptions, mostDescriptions + 1).map(({ file, line }) => {
    const message = `there are more than ${mostDescriptions} descriptions; this one and later ones are left out.`;
    return { file, line, severity: "error", message };
  });
  const gathered = gather(descriptions);
  const read = {
    abilities: gathered.map(({ ability }) => ability),
    findings: [...found.findings, ...cut, ...parts.flatMap((part) => part.findings)],
    gathered,
    descriptions,
    find: found.find,
  };
  known.set(root, { revision: found.revision, read });
  return read;
}

/** Reads every ability of a repository. What cannot be read is among the findings; the others still count. */
export async function readAbilities(root: string): Promise<AbilitiesRead> {
  const { abilities, findings } = await readAbilitySources(root);
  return { abilities, findings };
}
