import { updateIndex } from "@writ/runtime";

/** `writ daemon index <root>`: what a daemon starts to bring the index up. Whoever needs it does the same. */
export async function indexOnce(root: string): Promise<void> {
  await updateIndex(root).catch(() => {});
  process.exit(0);
}
