import { type Finding, fold, risky, type Scene, safe } from "../finding.ts";
import type { Entry } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";
import { judgeText, takeLeading, type Wrapping, wrapping } from "./wrapping.ts";

/** A program that is risky whatever it runs; that is judged too, so that a person sees what it would do. */
function privileged(name: string, spec: Wrapping & { readonly risk: string }, yes: string): Entry {
  return { name, does: "risky", judge: wrapping({ ...spec, alone: true }), yes: [yes], no: [`echo ${name}`] };
}

const otherRights = "runs it with other rights";

/** Programs that run another one with other rights, in another place, or later. */
export const privilegedWrappers: readonly Entry[] = [
  privileged(
    "sudo",
    { risk: otherRights, flags: "AbEHKknPSsiv", valued: "ugphCcrtTRD", assigns: true },
    "sudo -u www ls",
  ),
  privileged("doas", { risk: otherRights, flags: "Lns", valued: "uCa" }, "doas ls"),
  privileged("pkexec", { risk: otherRights, longValued: ["user"] }, "pkexec ls"),
  privileged("gosu", { risk: otherRights, skip: 1 }, "gosu www ls"),
  privileged("su-exec", { risk: otherRights, skip: 1 }, "su-exec www ls"),
  privileged(
    "chroot",
    { risk: "runs it in another root folder", longValued: ["userspec", "groups"], skip: 1 },
    "chroot / ls",
  ),
  privileged(
    "unshare",
    {
      risk: "runs it in a world of its own",
      flags: "fimnpruUcCT",
      long: ["fork", "map-root-user", "user", "mount", "net", "pid"],
    },
    "unshare -r ls",
  ),
  privileged(
    "nsenter",
    { risk: "runs it in the world of another program", flags: "aFZ", valued: "tmuinpUCrwSG", longValued: ["target"] },
    "nsenter -t 1 ls",
  ),
  privileged(
    "systemd-run",
    {
      risk: "runs it as a service",
      flags: "Gdtq",
      valued: "pu",
      long: ["user", "scope", "pty", "wait", "collect"],
      longValued: ["unit", "property", "on-calendar"],
      goesOn: true,
    },
    "systemd-run --user ls",
  ),
  privileged("firejail", { risk: "runs it in a world of its own", words: /^--[\w=,./-]+$/ }, "firejail --net=none ls"),
  privileged("bwrap", { risk: "runs it in a world of its own" }, "bwrap ls"),
  {
    name: "su",
    also: ["runuser"],
    does: "risky",
    judge: judgeSu,
    yes: ["su -c ls", "su - www -c 'rm -rf x'", "su"],
    no: ["echo su"],
  },
  {
    name: "ssh",
    does: "risky",
    asks: "reads",
    judge: judgeSsh,
    yes: ["ssh host ls", "ssh -p 22 host 'rm -rf x'"],
    no: ["echo ssh", "ssh -V"],
  },
  {
    name: "at",
    also: ["batch"],
    does: "risky",
    judge: judgeAt,
    yes: ["at now <<< 'rm -rf x'", "at now"],
    no: ["echo at"],
  },
  {
    name: "crontab",
    does: "risky",
    judge: judgeCrontab,
    yes: ["crontab -", "crontab -r", "crontab x"],
    no: ["crontab -l"],
  },
];

/** `su -c text user`, `su user -c text`: the text may stand anywhere. */
function judgeSu(args: readonly Arg[], scene: Scene, program: string): Finding {
  const at = args.findIndex(({ literal }) => /^(-\w*c|--command)$/.test(literal ?? ""));
  const glued = args.flatMap(({ literal }) => /^--command=(.*)$/s.exec(literal ?? "")?.slice(1) ?? []);
  const findings = [risky(`${program} ${otherRights}`, program)];
  if (at !== -1 && args[at + 1] !== undefined) findings.push(judgeText(args.slice(at + 1, at + 2), scene, program));
  for (const text of glued) findings.push(scene.script(text));
  return fold(findings);
}

const sshOptions: Wrapping = { flags: "46AaCfGgKkMNnqsTtVvXxYy", valued: "BbcDEeFIiJLlmOopQRSWw", skip: 1 };

/** What it runs it runs elsewhere, so its files are none of ours. */
function judgeSsh(args: readonly Arg[], scene: Scene, program: string): Finding {
  const { rest } = takeLeading(args, sshOptions);
  const findings = [risky("ssh reaches another machine", program)];
  if (rest.length > 1) findings.push(reasonsOf(judgeText(rest.slice(1), scene, program)));
  return fold(findings);
}

function reasonsOf({ class: found, reason }: Finding): Finding {
  return { class: found, ...(reason !== undefined && { reason }) };
}

/** What runs later is told to it by its input. */
function judgeAt(args: readonly Arg[], scene: Scene, program: string): Finding {
  if (args.length === 1 && args[0]?.literal === "-l") return safe;
  const later = scene.input === null ? safe : scene.script(scene.input, "anywhere");
  return fold([risky(`${program} runs something later`, program), later, { class: "safe", goesOn: true }]);
}

function judgeCrontab(args: readonly Arg[], _scene: Scene, program: string): Finding {
  return args.length === 1 && args[0]?.literal === "-l"
    ? safe
    : { ...risky("crontab changes what runs later", program), goesOn: true };
}
