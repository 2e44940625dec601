import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ensureInstalled, type Fetch, findInstalled } from "./install.ts";

const wanted = { packages: ["@some/agent@1.2.3"], file: "@some/agent/bin/agent" };

function tempCache(): string {
  const cache = realpathSync(mkdtempSync(join(tmpdir(), "writ-cache-")));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  return cache;
}

/** A registry that counts how often it was asked. */
function aRegistry(): { fetch: Fetch; asked: number } {
  const registry = {
    asked: 0,
    async fetch(_: readonly string[], folder: string) {
      registry.asked += 1;
      const file = join(folder, "node_modules", wanted.file);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `version ${registry.asked}`);
    },
  };
  return registry;
}

it("fetches once, and finds it again", async () => {
  const cache = tempCache();
  const registry = aRegistry();
  expect(await findInstalled(wanted, cache)).toBeNull();
  const path = await ensureInstalled(wanted, cache, registry.fetch);
  expect(readFileSync(path, "utf8")).toBe("version 1");
  expect(await ensureInstalled(wanted, cache, registry.fetch)).toBe(path);
  expect(await findInstalled(wanted, cache)).toBe(path);
  expect(registry.asked).toBe(1);
});

it("keeps another version beside it", async () => {
  const cache = tempCache();
  const registry = aRegistry();
  const older = { ...wanted, packages: ["@some/agent@1.2.2"] };
  const paths = [
    await ensureInstalled(older, cache, registry.fetch),
    await ensureInstalled(wanted, cache, registry.fetch),
  ];
  expect(new Set(paths).size).toBe(2);
});

it.each<[string, (path: string, folder: string) => void]>([
  ["a file is gone", (path) => rmSync(path)],
  ["a file is cut off", (path) => truncateSync(path, 3)],
  ["nobody said that it was finished", (_, folder) => rmSync(join(folder, ".complete"))],
])("makes it again when %s", async (_, spoil) => {
  const cache = tempCache();
  const registry = aRegistry();
  const path = await ensureInstalled(wanted, cache, registry.fetch);
  spoil(path, join(cache, readdirSync(cache)[0] ?? ""));
  expect(await findInstalled(wanted, cache)).toBeNull();
  expect(readFileSync(await ensureInstalled(wanted, cache, registry.fetch), "utf8")).toBe("version 2");
});

it("leaves nothing that looks whole when the fetch fails", async () => {
  const cache = tempCache();
  const failing: Fetch = async (_, folder) => {
    mkdirSync(join(folder, "node_modules"));
    throw new Error("no network");
  };
  await expect(ensureInstalled(wanted, cache, failing)).rejects.toThrow("no network");
  expect(await findInstalled(wanted, cache)).toBeNull();
  expect(readFileSync(await ensureInstalled(wanted, cache, aRegistry().fetch), "utf8")).toBe("version 1");
});
