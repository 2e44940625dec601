import { createHmac, randomBytes } from "node:crypto";
import { userInfo } from "node:os";
import { join } from "node:path";
import { fail } from "@writ/contracts";
import { readIfThere, writeInOneMove } from "./files.ts";
import type { Io } from "./io.ts";

/** Who is behind each pseudonym in the records. Never tracked. */
interface People {
  /** Makes pseudonyms of this working copy, so that nobody can try names against the tracked ones. */
  key: string;
  names: Record<string, string>;
}

/** The pseudonym of whoever runs the command: the same person always gets the same one in a working copy. */
export async function pseudonym(root: string, io: Pick<Io, "run">): Promise<string> {
  const name = await nameOf(root, io);
  const file = fileOf(root);
  const people = (await readPeople(root)) ?? { key: randomBytes(16).toString("hex"), names: {} };
  const by = toPseudonym(people.key, name);
  if (people.names[by] === name) return by;
  const names = { ...people.names, [by]: name };
  await writeInOneMove(file, `${JSON.stringify({ key: people.key, names }, null, 2)}\n`, 0o600);
  return by;
}

/** Who is behind a pseudonym, where this working copy knows; the pseudonym itself elsewhere. */
export async function nameReader(root: string): Promise<(by: string) => string> {
  // Only whoever owns this working copy may read them; to others the records speak in pseudonyms.
  const people = await readPeople(root).catch(() => null);
  return (by) => people?.names[by] ?? by;
}

/** The pseudonyms of a person: by name, address, both as git writes them, or a pseudonym itself. */
export async function pseudonymsOf(root: string, named: string): Promise<string[]> {
  const people = await readPeople(root);
  const wanted = named.trim().toLowerCase();
  const words = (name: string) => [name, ...(/^(.*?) <(.*)>$/.exec(name)?.slice(1) ?? [])];
  return Object.entries(people?.names ?? {})
    .filter(([by, name]) => [by, ...words(name)].some((word) => word.toLowerCase() === wanted))
    .map(([by]) => by);
}

/** Forgets who is behind pseudonyms. */
export async function forgetPeople(root: string, pseudonyms: readonly string[]): Promise<void> {
  const people = await readPeople(root);
  if (people === null) return;
  const names = Object.fromEntries(Object.entries(people.names).filter(([by]) => !pseudonyms.includes(by)));
  await writeInOneMove(fileOf(root), `${JSON.stringify({ key: people.key, names }, null, 2)}\n`, 0o600);
}

async function readPeople(root: string): Promise<People | null> {
  try {
    return parsePeople(await readIfThere(fileOf(root)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const fix = "Only the user this working copy belongs to may do that: run it as that user.";
    throw fail("STORE_FAILED", { action: "read who is behind the pseudonyms", reason, fix }, { cause: error });
  }
}

const fileOf = (root: string): string => join(root, ".orchestration", ".state", "people.json");

/** A short keyed hash. */
export function toPseudonym(key: string, name: string): string {
  return `p-${createHmac("sha256", key).update(name).digest("hex").slice(0, 10)}`;
}

async function nameOf(root: string, io: Pick<Io, "run">): Promise<string> {
  const ask = async (key: string) => (await io.run("git", ["config", key], { cwd: root })).stdout.trim();
  const [name, email] = [await ask("user.name"), await ask("user.email")];
  if (email !== "") return name === "" ? email : `${name} <${email}>`;
  if (name !== "") return name;
  try {
    return userInfo().username;
  } catch {
    // A user id without an entry in the system's list, as in some containers.
    return "unknown";
  }
}

function parsePeople(bytes: Buffer | null): People | null {
  if (bytes === null) return null;
  try {
    const { key, names }: { key?: unknown; names?: unknown } = JSON.parse(bytes.toString("utf8"));
    if (typeof key !== "string" || key === "" || typeof names !== "object" || names === null) return null;
    // A pseudonym is made from its name, so a damaged name is noticed, and the pseudonym is shown.
    const known = Object.entries(names).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && toPseudonym(key, entry[1]) === entry[0],
    );
    return { key, names: Object.fromEntries(known) };
  } catch {
    return null;
  }
}
