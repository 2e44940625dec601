import { reads, risky, several, words } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";

/** What changes the machine itself, by what it changes. */
const perils: Readonly<Record<string, string>> = {
  "ends processes": "kill pkill killall skill xkill",
  "stops the machine": "shutdown reboot halt poweroff init telinit",
  "changes what the machine runs": `service initctl rc-service update-rc.d chkconfig launchctl sysctl modprobe insmod
    rmmod`,
  "changes disks": `umount swapon swapoff losetup cryptsetup mkswap lvm vgremove lvremove zfs zpool btrfs mdadm`,
  "changes who may do what": `useradd userdel usermod groupadd groupdel passwd chpasswd adduser deluser visudo chsh chfn
    newgrp setfacl setcap`,
  "changes the network or the machine's settings": `iptables ip6tables nft ufw firewall-cmd route arp tc iwconfig nmcli
    networksetup`,
};

/** What runs the machine: processes, services, disks, users, network. */
export const administration: Family = {
  programs: `${Object.values(perils).join(" ")} systemctl`,
  entries: () => [
    ...Object.entries(perils).flatMap(([why, names]) => several("", names, (name) => risky(name, why))),
    reads("kill -0", { proof: asksFor, yes: ["kill -0 1234", 'kill -0 "$pid"'], no: ["kill -0 $x", 'kill -0 "$x" 1'] }),
    ...several("systemctl", "status list-units list-unit-files is-active is-enabled show cat list-timers", (name) =>
      reads(name, {
        options: { flags: "aln", long: words("no-pager all user type state failed plain lines full property") },
        yes: [`${name} nginx`.trim()],
        no: [`${name} -H host`, `${name} > x`],
      }),
    ),
    risky("systemctl", "changes what the machine runs", {
      options: { long: ["user", "no-pager"] },
      asks: "reads",
      yes: ["systemctl restart nginx", "systemctl daemon-reload"],
    }),
  ],
};

/** With signal 0 it only asks whether a process is there; a word that splits might name another signal. */
function asksFor(args: readonly Arg[]): string | null {
  const isOne = args.length === 1 && args[0]?.single === true;
  return isOne || args.every(({ literal }) => /^\d+$/.test(literal ?? "")) ? null : "it may end processes";
}
