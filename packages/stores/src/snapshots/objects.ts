import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crypto } from "../crypto.ts";
import { storeFailed } from "../failure.ts";
import { namesIn } from "../state/json-file.ts";
import { readPlainFile } from "../state/sidecar.ts";

/** Nothing larger is ever put there. */
const largest = 64 * 1024 * 1024;

/** Bytes by their hash, each kept once. */
export interface Objects {
  has(hash: string): boolean;
  read(hash: string): Uint8Array | null;
  put(hash: string, bytes: Uint8Array): void;
  /** Every hash that is there. */
  list(): string[];
  drop(hash: string): void;
}

const digits = /^sha256:([0-9a-f]{2})([0-9a-f]{62})$/;

/** Opens the bytes below a folder, which need not exist yet. */
export function openObjects(folder: string): Objects {
  const pathOf = (hash: string): string | null => {
    const [, shard, rest] = digits.exec(hash) ?? [];
    return shard === undefined || rest === undefined ? null : join(folder, shard, rest);
  };
  return {
    has(hash) {
      const path = pathOf(hash);
      return path !== null && existsSync(path);
    },
    read(hash) {
      const path = pathOf(hash);
      const read = path === null ? null : readPlainFile(path, largest);
      if (!(read instanceof Uint8Array)) return null;
      // Bytes that are not what their name says are no copy of anything.
      const actual = `sha256:${crypto().createHash("sha256").update(read).digest("hex")}`;
      return actual === hash ? read : null;
    },
    put(hash, bytes) {
      const path = pathOf(hash);
      if (path === null || existsSync(path)) return;
      const draft = join(folder, `.${process.pid}-${crypto().randomBytes(6).toString("hex")}`);
      try {
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(draft, bytes, { flag: "wx", mode: 0o600 });
        renameSync(draft, path);
      } catch (error) {
        rmSync(draft, { force: true });
        throw storeFailed("keep a copy in", folder, error);
      }
    },
    list: () =>
      namesIn(folder)
        .filter((shard) => /^[0-9a-f]{2}$/.test(shard))
        .flatMap((shard) => namesIn(join(folder, shard)).map((rest) => `sha256:${shard}${rest}`)),
    drop(hash) {
      const path = pathOf(hash);
      if (path !== null) rmSync(path, { force: true });
    },
  };
}
