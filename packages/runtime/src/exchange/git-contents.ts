import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

/** What git keeps under a name. */
interface GitContent {
  blob: string;
  text: string;
}

/** Files as they are in commits, asked one after the other from one git. */
export interface GitContents {
  /** `null` where there is no such commit or file, and for what is no text. */
  read(revision: string, path: string): Promise<GitContent | null>;
  close(): void;
}

/** Larger files are followed by nobody. */
const mostBytes = 4 * 1024 * 1024;

/** Starts a git that reads files of commits; without git nothing is ever found. */
export function openGitContents(root: string): GitContents {
  let asker: Asker | null = null;
  return {
    async read(revision, path) {
      // Anything else may be a search through the whole history, or a second question.
      if (!/^[0-9a-f]{7,64}\^?$/i.test(revision) || /[\n\r]/.test(path)) return null;
      asker ??= startAsker(root);
      const answer = await asker.ask(`${revision}:./${path}`);
      if (answer === null || answer.bytes.includes(0)) return null;
      return { blob: answer.blob, text: answer.bytes.toString("utf8") };
    },
    close: () => asker?.end(),
  };
}

interface Asker {
  ask(name: string): Promise<{ blob: string; bytes: Buffer } | null>;
  end(): void;
}

function startAsker(root: string): Asker {
  // A clone that has not all objects would fetch each one it is asked for.
  const env = { ...process.env, GIT_NO_LAZY_FETCH: "1" };
  const git = spawn("git", ["cat-file", "--batch"], { cwd: root, env, stdio: "pipe", windowsHide: true });
  const next = chunksOf(git);
  let rest: Buffer = Buffer.alloc(0);

  const take = async (until: (bytes: Buffer) => number): Promise<Buffer | null> => {
    for (;;) {
      const end = until(rest);
      if (end >= 0) {
        const taken = rest.subarray(0, end);
        rest = rest.subarray(end);
        return taken;
      }
      const more = await next();
      if (more === null) return null;
      rest = Buffer.concat([rest, more]);
    }
  };

  return {
    async ask(name) {
      git.stdin.write(`${name}\n`);
      const head = (await take((bytes) => bytes.indexOf(10) + 1 || -1))?.toString("latin1") ?? "";
      const found = /^([0-9a-f]{40,64}) (\w+) (\d+)\n$/.exec(head);
      if (found === null) return null;
      const size = Number(found[3]);
      const body = await take((bytes) => (bytes.length > size ? size + 1 : -1));
      if (body === null || found[2] !== "blob" || size > mostBytes) return null;
      return { blob: found[1] ?? "", bytes: Buffer.from(body.subarray(0, size)) };
    },
    end: () => void git.stdin.end(),
  };
}

/** What a program prints, piece by piece; `null` once it ended. */
function chunksOf(child: ChildProcessWithoutNullStreams): () => Promise<Buffer | null> {
  const chunks = child.stdout.iterator({ destroyOnReturn: false });
  let hasFailed = false;
  child.on("error", () => {
    hasFailed = true;
  });
  child.stdin.on("error", () => {});
  child.stderr.resume();
  return async () => {
    if (hasFailed) return null;
    const { value, done } = await chunks.next().catch(() => ({ value: null, done: true }));
    return done === true ? null : value;
  };
}
