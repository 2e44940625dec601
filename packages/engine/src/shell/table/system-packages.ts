import { lists } from "../judging/listing.ts";
import { reads, risky, several, words } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";

const managers = `apt apt-get yum dnf pacman zypper apk snap flatpak dpkg rpm brew port choco scoop winget nix nix-env nix-shell
  pkg`;

/** What installs programs of the machine: asking what there is reads. */
export const systemPackages: Family = {
  programs: `${managers} apt-cache`,
  entries: () => [
    ...several("", managers, (name) => risky(name, "installs or removes programs of the machine", { asks: "reads" })),
    ...several("nix flake", "check show metadata", (name) =>
      lists(name, {
        form: /^(-L|--(no-build|all-systems|show-trace|print-build-logs|keep-going|json)|\.)$/,
        no: [`${name} github:a/b`, `${name} nixpkgs`, `${name} --override-input a b`, `${name} /elsewhere`],
      }),
    ),
    ...several("apt", "list show search policy", (name) =>
      reads(name, { options: { long: words("installed upgradable all-versions manual-installed"), flags: "a" } }),
    ),
    ...several("apt-cache", "show search policy depends rdepends", (name) => reads(name)),
    ...several("snap", "list info", (name) => reads(name, { options: {} })),
    ...several("flatpak", "list info", (name) => reads(name, { options: {} })),
    ...several("brew", "list info search outdated config doctor deps leaves --prefix --cellar", (name) =>
      reads(name, { options: { flags: "1lv", long: words("versions formula cask json tree installed") } }),
    ),
    ...several("dpkg", "-l -L -s -S --list", (name) =>
      reads(name, { options: {}, yes: [`${name} x`], no: [`${name} x > y`, `${name} --pre-invoke=id`] }),
    ),
    ...several("rpm", "-qa -q -ql -qi", (name) =>
      reads(name, {
        options: { flags: "aqlicdfpRv", long: words("last changelog requires provides scripts whatprovides") },
        yes: [name],
        no: [`${name} > y`, `${name} --eval '%(id)'`, `${name} --pipe id`],
      }),
    ),
  ],
};
