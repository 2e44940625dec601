/** Loads the parser while nobody waits, in a process that stays. */
export async function warmParser(): Promise<void> {
  const { openParser } = await import("./parser.ts");
  await openParser();
}
