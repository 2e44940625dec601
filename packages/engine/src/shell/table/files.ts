import { changes, opaque, risky, several } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";
import { judgePatchCommand } from "../wrappers/apply-patch.ts";
import {
  changesMode,
  copies,
  copiesBlocks,
  installs,
  makesTemporary,
  patches,
  removesTemporary,
  splits,
} from "./file-judges.ts";
import { judgeLink } from "./links.ts";

const whole = "it reaches a whole folder";

/** Programs that create, change, copy, move and delete the files they name. */
export const files: Family = {
  programs: `mkdir touch tee sponge rm unlink rmdir cp mv ln link install truncate dd chmod chown chgrp split csplit patch
    apply_patch applypatch mkfifo mktemp shred wipe srm chattr mkfs wipefs fdisk parted mknod ed ex vim vi nvim nano
    emacs emacsclient pico joe micro hx kak code cursor subl`,
  entries: () => [
    changes(
      "mkdir",
      "created",
      { flags: "pv", valued: "m", long: ["parents", "verbose"], longValued: ["mode"] },
      {
        yes: [["mkdir -p a/b", ["create a/b"]]],
        no: ["mkdir", "mkdir $x", "mkdir -Z a"],
      },
    ),
    changes(
      "touch",
      "modified",
      { flags: "acm", valued: "dtr", long: ["no-create"], longValued: ["date", "reference"] },
      {
        yes: [["touch a b", ["modify a", "modify b"]]],
        no: ["touch $x", "touch"],
      },
    ),
    changes(
      "tee",
      "modified",
      { flags: "ai", long: ["append"] },
      {
        yes: [["ls | tee -a a b", ["modify a", "modify b"]]],
        no: ["ls | tee $x", "ls | tee"],
      },
    ),
    changes("sponge", "modified", { flags: "a" }, { yes: [["ls | sponge a", ["modify a"]]], no: ["ls | sponge $x"] }),
    changes(
      "rm",
      "deleted",
      {
        flags: "fivI",
        long: ["force", "verbose"],
        risky: { r: whole, R: whole, d: whole, recursive: whole, dir: whole },
      },
      {
        judge: removesTemporary,
        yes: [
          ["rm -rf /tmp/my-build", ["delete /tmp/my-build/*"]],
          ["cd /tmp && rm -r a b/c", ["delete /tmp/a/*", "delete /tmp/b/c/*"]],
          ["rm -f a 'b c'", ["delete a", "delete b c"]],
          ["rm src/*.ts", ["delete src/*"]],
        ],
        no: [
          "rm -rf a",
          "rm -r build",
          "rm --rec a",
          "rm $x",
          "rm",
          "rm -rf /tmp",
          "rm -rf /tmp/a /tmp/..",
          "rm -rf /tmp/*",
        ],
      },
    ),
    changes("unlink", "deleted", {}, { yes: [["unlink a", ["delete a"]]], no: ["unlink $x"] }),
    changes(
      "rmdir",
      "deleted",
      {
        flags: "v",
        long: ["verbose"],
        risky: { p: "it deletes the folders above too", parents: "it deletes the folders above too" },
      },
      {
        yes: [["rmdir a", ["delete a"]]],
        no: ["rmdir -p a/b", "rmdir $x"],
      },
    ),
    {
      name: "cp",
      does: "changes",
      asks: "reads",
      judge: copies,
      yes: [
        ["cp a b", ["modify b", "modify b/a"]],
        ["cp x/a y/b dir", ["modify dir/a", "modify dir/b"]],
        ["cp a dir/", ["modify dir/a"]],
        ["cp x/*.ts dir", ["modify dir", "modify dir/*"]],
        ["cp -r x/a b", ["modify b/*", "modify b/a/*"]],
        ["cp -r x/. b", ["modify b/*"]],
        ["cp -t dir x/a y/b", ["modify dir/a", "modify dir/b"]],
      ],
      no: [
        "cp $a b",
        "cp .. b",
        "cp -r x/. y/. b",
        "cp --parents a b",
        "cp -l a b",
        "cp -s a b",
        "cp a",
        "cp -rt $x a",
      ],
    },
    changes(
      "mv",
      "moved",
      { flags: "fnuv", long: ["force", "verbose", "no-clobber"] },
      {
        yes: [
          ["mv a b", ["rename a -> b", "rename a -> b/a"]],
          ["mv x/*.ts dir", ["delete x/*", "modify dir", "modify dir/*"]],
        ],
        no: ["mv $a b", "mv / b", "mv -t x a", "mv a"],
      },
    ),
    {
      name: "ln",
      also: ["link"],
      does: "changes",
      judge: judgeLink,
      yes: [
        ["ln a b", ["create b", "create b/a"]],
        ["ln -s ../billing/a.ts src/auth/l", ["create src/auth/l", "create src/auth/l/a.ts"]],
        ["ln -sfn /etc/passwd a", ["create a", "create a/passwd"]],
      ],
      no: ["ln -s $x a", "ln -st dir a", "ln"],
    },
    {
      name: "install",
      does: "changes",
      judge: installs,
      yes: [
        ["install -m644 a b", ["modify b", "modify b/a"]],
        ["install -d a/b", ["create a/b"]],
      ],
      no: ["install --strip-program=sh -s a b", "install -t x a", "install -o root a b"],
    },
    changes(
      "truncate",
      "modified",
      { flags: "c", valued: "sr", long: ["no-create"], longValued: ["size", "reference"] },
      {
        yes: [["truncate -s 0 a", ["modify a"]]],
        no: ["truncate -s 0 $x", "truncate"],
      },
    ),
    {
      name: "dd",
      does: "changes",
      judge: copiesBlocks,
      yes: [["dd if=/dev/zero of=a bs=1k count=1", ["modify a"]]],
      no: ["dd if=a", "dd if=a of=/dev/sda", "dd of=$x", "dd --frob of=b"],
    },
    {
      name: "chmod",
      also: ["chown", "chgrp"],
      does: "changes",
      judge: changesMode,
      yes: [
        ["chmod +x a.sh", ["modify a.sh"]],
        ["chmod 644 a b", ["modify a", "modify b"]],
      ],
      no: [
        "chmod -R 777 src",
        "chmod +x $x",
        "chmod --recursive 1 a",
        "chmod u+s a",
        "chmod 4755 a",
        "chmod --reference=a b",
      ],
    },
    {
      name: "split",
      also: ["csplit"],
      does: "changes",
      asks: "reads",
      judge: splits,
      yes: [
        ["split -b1 x src/p", ["modify src/*"]],
        ["split x", ["modify ./*"]],
      ],
      no: ["split --filter='sh' x", "split -b1 x $y"],
    },
    {
      name: "patch",
      does: "changes",
      judge: patches,
      yes: [["patch -p1 <<'E'\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\nE", ["modify x"]]],
      no: ["patch < x.diff", "patch -p1 x", "patch -o out a <<'E'\nE"],
    },
    {
      name: "apply_patch",
      also: ["applypatch"],
      does: "changes",
      judge: judgePatchCommand,
      yes: [["apply_patch <<'E'\n*** Begin Patch\n*** Delete File: c\n*** End Patch\nE", ["delete c"]]],
      no: ["apply_patch x", "apply_patch"],
    },
    changes("mkfifo", "created", { valued: "m" }, { yes: [["mkfifo a", ["create a"]]], no: ["mkfifo $x"] }),
    {
      name: "mktemp",
      does: "reads",
      judge: makesTemporary,
      yes: ["mktemp", "mktemp -d", "mktemp -t x.XXXX"],
      no: ["mktemp src/XXXX", "mktemp -p src XXXX"],
    },
    ...several("", "shred wipe srm chattr mkfs wipefs fdisk parted mknod", (name) =>
      risky(name, "destroys what cannot be brought back"),
    ),
    ...several("", "ed ex vim vi nvim nano emacs emacsclient pico joe micro hx kak code cursor subl", (name) =>
      opaque(name, "an editor may write any file and run any command"),
    ),
  ],
};
