// Loaded before a hook: ends its process, as kill -9 does, just before its n-th change of the disk (KILL_AT=n).
"use strict";

const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");

const last = Number(process.env.KILL_AT);
let changes = 0;

function count() {
  changes += 1;
  if (changes === last) process.kill(process.pid, "SIGKILL");
}

/** Puts the count before a function; `isChange` tells whether a call of it changes anything. */
function counted(owner, name, isChange = () => true) {
  const original = owner[name];
  if (typeof original !== "function") return;
  owner[name] = function (...args) {
    if (isChange(args)) count();
    return original.apply(this, args);
  };
}

const names = ["write", "writev", "writeFile", "appendFile", "rename", "mkdir", "rm", "rmdir", "unlink", "link"];
const more = ["symlink", "copyFile", "truncate", "ftruncate", "fsync", "fdatasync", "utimes"];
const opensToWrite = ([, flags = "r"]) => (typeof flags === "number" ? (flags & 0o1103) !== 0 : /[wa+]/.test(flags));

for (const name of [...names, ...more]) {
  counted(fs, name);
  counted(fs, `${name}Sync`);
  counted(fs.promises, name);
}
counted(fs, "open", opensToWrite);
counted(fs, "openSync", opensToWrite);
counted(fs.promises, "open", opensToWrite);

// What an open file can do is reached through one that is open.
const open = fs.promises.open;
let known = false;
fs.promises.open = async function (...args) {
  const handle = await open.apply(this, args);
  if (!known) {
    known = true;
    const prototype = Object.getPrototypeOf(handle);
    for (const name of ["write", "writev", "writeFile", "appendFile", "truncate", "sync", "datasync"]) {
      counted(prototype, name);
    }
  }
  return handle;
};
syncBuiltinESMExports();
