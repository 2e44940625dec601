import { chmodSync, mkdtempSync, realpathSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** Variables that change what git, a pager, an editor or the C library do, or that double the time Node takes to start. */
const personal = /^(GIT_.*|XDG_.*|LC_.*|LANG|LANGUAGE|EMAIL|PAGER|LESS|EDITOR|VISUAL|NODE_EXTRA_CA_CERTS)$/;

const gitConfig = `[user]
	name = Test
	email = test@example.org
[init]
	defaultBranch = main
[gc]
	auto = 0
[maintenance]
	auto = false
`;

/**
 * Gives every test the same surroundings on every machine: a home of its own, a git identity, the C locale and the usual
 * umask. The processes that run the tests inherit them. A test of Writ without a git identity sets `GIT_CONFIG_GLOBAL`
 * to the null device.
 */
export default function setup(): () => void {
  // Each project of a run calls this: the first one's surroundings are those of all.
  if (process.env.WRIT_TEST_SURROUNDINGS === String(process.pid)) return () => {};
  process.env.WRIT_TEST_SURROUNDINGS = String(process.pid);
  const disk = tmpdir();
  const home = realpathSync(mkdtempSync(join(disk, "writ-test-home-")));
  const memory = folderInMemory();
  if (memory !== null) {
    // Some tests run a command as another user.
    chmodSync(memory, 0o755);
    Object.assign(process.env, { TMPDIR: memory, WRIT_TEST_DISK_FOLDER: disk });
  }
  for (const name of Object.keys(process.env)) if (personal.test(name)) delete process.env[name];
  const config = join(home, ".gitconfig");
  writeFileSync(config, gitConfig);
  Object.assign(process.env, {
    HOME: home,
    USERPROFILE: home,
    LANG: "C",
    GIT_CONFIG_GLOBAL: config,
    GIT_CONFIG_NOSYSTEM: "1",
    PATH: process.env.PATH ?? [dirname(process.execPath), "/usr/local/bin", "/usr/bin", "/bin"].join(delimiter),
  });
  process.umask(0o022);
  return () => {
    for (const folder of [home, memory])
      if (folder !== null) rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  };
}

/** Linux has a file system in memory. Where it has room tests take it: on a disk, making and removing files takes a third of their time. */
function folderInMemory(): string | null {
  if (process.env.WRIT_TEST_DISK === "1") return null;
  try {
    const { type, bavail, bsize } = statfsSync("/dev/shm");
    return type === tmpfs && bavail * bsize > roomNeeded ? mkdtempSync("/dev/shm/writ-tests-") : null;
  } catch {
    return null;
  }
}

const tmpfs = 0x01021994;
const roomNeeded = 4 * 1024 ** 3;
