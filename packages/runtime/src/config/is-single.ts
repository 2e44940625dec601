import { readConfig } from "./index.ts";

/** Whether git tracks the live ledger itself (`ledger: single`). Nobody needs to trust that; a config that cannot be read says no. */
export async function isSingle(root: string): Promise<boolean> {
  return readConfig(root, { isTrusted: async () => true }).then(
    ({ config }) => config.ledger === "single",
    () => false,
  );
}
