import type { FileFinding } from "@writ/contracts";
import { inOrder } from "../survey/in-order.ts";
import { readAbilitySources } from "./read.ts";

/** What is wrong with a repository's abilities, and how many there are. */
export async function lintAbilities(root: string): Promise<{ findings: FileFinding[]; abilities: number }> {
  const { lintAbilities: lint } = await import("@writ/engine/abilities");
  const { descriptions, findings, abilities, find } = await readAbilitySources(root);
  return { findings: inOrder([...findings, ...lint(descriptions, find)]), abilities: abilities.length };
}
