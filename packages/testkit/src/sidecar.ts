import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** A workspace in a temporary folder, with a sidecar that holds the given files. Gone when the test is over. */
export function tempSidecar(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "writ-sidecar-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true, maxRetries: 20 }));
  mkdirSync(join(root, ".orchestration"));
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, ".orchestration", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return root;
}
