// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the shell's, not JavaScript's

import { inDepth } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyse } from "../analyse.ts";

const world = { runners: ["npm test"], cwd: "/ws", root: "/ws" };
const ranks = ["safe", "changes", "runs", "opaque", "risky"];
const rankOf = (text: string) => ranks.indexOf(analyse(text, world).class);
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Commands that run the words that follow. */
const prefixes = [
  "env",
  "env -i",
  "env A=1",
  "timeout 5",
  "timeout -k 3 5s",
  "nice",
  "nice -n 5",
  "ionice -c 3",
  "chrt -b 0",
  "taskset -c 0",
  "setsid",
  "stdbuf -oL",
  "unbuffer",
  "time",
  "command",
  "exec",
  "xargs",
  "xargs -0 -n 1",
  "xargs -a f",
  "busybox",
  "toybox",
  "flock /tmp/l",
  "strace -f",
  "valgrind",
  "watch",
  "watch -n 1",
  "find . -exec",
  "parallel",
  "sudo",
  "sudo -u www",
  "doas",
  "chroot /",
  "unshare -r",
  "systemd-run --user",
  "script -q /dev/null",
  "cross-env A=1",
  "caffeinate -i",
];
/** Texts that run the command line put into them. */
const endOf = (line: string): string => `END${line.length}`;

const shells: readonly ((line: string) => string)[] = [
  (line) => `bash -c ${quoted(line)}`,
  (line) => `sh -ec ${quoted(line)}`,
  (line) => `zsh -lc ${quoted(line)}`,
  (line) => `bash --norc -o pipefail -c ${quoted(line)}`,
  (line) => `eval ${quoted(line)}`,
  (line) => `env -S ${quoted(line)}`,
  (line) => `su -c ${quoted(line)}`,
  (line) => `script -qc ${quoted(line)} /dev/null`,
  (line) => `tmux new -d ${quoted(line)}`,
  (line) => `ssh host ${quoted(line)}`,
  (line) => `flock /tmp/l -c ${quoted(line)}`,
  (line) => `trap ${quoted(line)} EXIT`,
  (line) => `hyperfine ${quoted(line)}`,
  (line) => `bash <<< ${quoted(line)}`,
  // Each ends with a word of its own: an inner document would end the outer one.
  (line) => `bash <<'${endOf(line)}'\n${line}\n${endOf(line)}`,
  (line) => `cat <<${endOf(line)}\n$(${line}\n)\n${endOf(line)}`,
  (line) => `(${line}\n)`,
  (line) => `{ ${line}\n}`,
  (line) => `if true; then ${line}\nfi`,
  (line) => `for x in a b; do ${line}\ndone`,
  (line) => `while true; do ${line}\ndone`,
  (line) => `f() { ${line}\n}; f`,
  (line) => `echo "$(${line}\n)"`,
  (line) => `ls <(${line}\n)`,
  (line) => `case x in x) ${line}\n;; esac`,
  (line) => `ls | { ${line}\n}`,
  (line) => `{ ${line}\n} &`,
  (line) => `true && { ${line}\n}`,
];
const commands = fc.constantFrom(
  "rm -rf x",
  "rm x",
  "foo",
  "foo --bar",
  "npm test",
  "touch a",
  "cp a b",
  "git push",
  "./x.sh",
  "python3 x.py",
  "curl https://x.example",
  "writ approve T-1",
  "dd if=a of=b",
  "git reset --hard",
);

describe("a wrapper never makes what it runs look safer", () => {
  it.each(prefixes)("%s", (prefix) => {
    fc.assert(
      fc.property(commands, (command) => {
        const line = prefix.startsWith("find") ? `${prefix} ${command} \\;` : `${prefix} ${command}`;
        expect(rankOf(line)).toBeGreaterThanOrEqual(rankOf(command));
      }),
      { numRuns: inDepth(5, 20) },
    );
  });

  it("nor a text that a shell runs, however often it is wrapped", () => {
    fc.assert(
      fc.property(commands, fc.array(fc.constantFrom(...shells), { minLength: 1, maxLength: 3 }), (command, wraps) => {
        const line = wraps.reduce<string>((text, wrap) => wrap(text), command);
        expect(rankOf(line), line).toBeGreaterThanOrEqual(rankOf(command));
      }),
      { numRuns: inDepth(80, 400) },
    );
  });

  it("nor what follows it", () => {
    fc.assert(
      fc.property(
        commands,
        fc.constantFrom("; ls", " && ls", " || true", " | cat", " > /dev/null", " &", "\nls", " # ls"),
        (command, tail) => {
          expect(rankOf(`${command}${tail}`)).toBeGreaterThanOrEqual(rankOf(command));
        },
      ),
    );
  });
});

describe("a person's command is found in every wrapper", () => {
  const verb = "writ approve T-1";
  it.each([
    ...prefixes.filter((prefix) => !prefix.startsWith("find")).map((prefix) => `${prefix} ${verb}`),
    ...shells.map((wrap) => wrap(verb)),
  ])("%s", (line) => {
    expect(analyse(line, world).reasons).toContain("person-only:approve");
  });

  it.each([
    "w=writ; $w approve T-1",
    "$(printf writ) approve T-1",
    "w=wri; ${w}t approve T-1",
    "a='writ approve'; $a T-1",
    "for v in approve; do writ $v T-1; done",
    "wr\\it approve T-1",
    "'wr'it approve T-1",
    "{writ,approve,T-1}",
  ])("%s", (line) => {
    expect(analyse(line, world).reasons.join()).toContain("person-only:approve");
  });

  it.each([
    "git commit -m 'run writ approve'",
    "grep -rn 'writ approve' docs",
    "echo 'writ approve T-1'",
    "cat <<'E'\nwrit approve T-1\nE",
    "ls # writ approve",
    "x='writ approve'; echo \"$x\"",
  ])("and not in what only mentions it: %s", (line) => {
    expect(["safe", "runs"]).toContain(analyse(line, world).class);
  });
});
