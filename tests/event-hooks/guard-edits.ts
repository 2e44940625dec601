import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where the guard of these tests is, and what is in it. */
export const guardFile = ".system/hooks/guard.yaml";
export const guardYaml =
  "id: guard\nevent_type: PreAbilityCall\nblocking: true\nhandler: { kind: script, command: ./hooks/guard.sh }\n";

const replacing =
  (from: string, to: string) =>
  (root: string): void => {
    const file = join(root, guardFile);
    writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
  };

const changed = "changed since a person trusted it";
const gone = "is gone";
const unreadable = "cannot be read any more";

/** Ways to edit a guard so that its new definition would let everything pass, and what is said about each. */
export const editsOf: readonly (readonly [string, (root: string) => void, string])[] = [
  ["switching it off", replacing("blocking: true", "blocking: true\nenabled: false"), "was switched off"],
  ["taking blocking out", replacing("blocking: true\n", ""), changed],
  ["a narrower match", replacing("blocking: true", "blocking: true\nmatch: { tools: [nothing] }"), changed],
  ["another event", replacing("PreAbilityCall", "SessionEnd"), changed],
  ["another environment", replacing("blocking: true", "blocking: true\nenvironments: [ci]"), changed],
  ["another id", replacing("id: guard", "id: other"), gone],
  ["a typo in a key", replacing("blocking:", "bloking:"), unreadable],
  ["YAML nobody can read", replacing("id: guard", "id: [guard"), unreadable],
  ["deleting the file", (root) => rmSync(join(root, guardFile)), gone],
];
