import { opaque, reads, risky, several, words } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";
import type { Arg } from "../syntax/arg.ts";

/** What reaches the machine itself, and programs of other systems. */
export const system: Family = {
  programs: `kill pkill killall skill xkill shutdown reboot halt poweroff init telinit service initctl rc-service update-rc.d
    chkconfig launchctl sysctl modprobe insmod rmmod umount swapon swapoff losetup cryptsetup mkswap lvm vgremove
    lvremove zfs zpool btrfs mdadm useradd userdel usermod groupadd groupdel passwd chpasswd adduser deluser
    visudo chsh chfn newgrp setfacl setcap iptables ip6tables nft ufw firewall-cmd route arp tc iwconfig nmcli
    networksetup systemctl apt apt-get yum dnf pacman zypper apk snap flatpak dpkg rpm brew
    port choco scoop winget nix nix-env nix-shell pkg apt-cache open xdg-open pbcopy pbpaste defaults say
    screencapture codesign security xattr diskutil hdiutil plutil softwareupdate xclip xsel wl-copy gsettings
    notify-send xdotool del erase rd copy move ren rename xcopy robocopy attrib icacls takeown cipher format
    diskpart reg regedit schtasks sc net netsh wmic taskkill mklink rundll32 mshta wscript cscript certutil
    bitsadmin Remove-Item Set-Content Invoke-Expression iex Start-Process start-stop-daemon dtach abduco reptyr
    ld.so`,
  entries: () => [
    ...several("", "kill pkill killall skill xkill", (name) => risky(name, "ends processes")),
    reads("kill -0", { proof: asksFor, yes: ["kill -0 1234", 'kill -0 "$pid"'], no: ["kill -0 $x", 'kill -0 "$x" 1'] }),
    ...several("", "shutdown reboot halt poweroff init telinit", (name) => risky(name, "stops the machine")),
    ...several("", "service initctl rc-service update-rc.d chkconfig launchctl sysctl modprobe insmod rmmod", (name) =>
      risky(name, "changes what the machine runs"),
    ),
    ...several(
      "",
      "umount swapon swapoff losetup cryptsetup mkswap lvm vgremove lvremove zfs zpool btrfs mdadm",
      (name) => risky(name, "changes disks"),
    ),
    ...several(
      "",
      "useradd userdel usermod groupadd groupdel passwd chpasswd adduser deluser visudo chsh chfn newgrp setfacl setcap",
      (name) => risky(name, "changes who may do what"),
    ),
    ...several("", "iptables ip6tables nft ufw firewall-cmd route arp tc iwconfig nmcli networksetup", (name) =>
      risky(name, "changes the network or the machine's settings"),
    ),
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
    ...[
      "apt",
      "apt-get",
      "yum",
      "dnf",
      "pacman",
      "zypper",
      "apk",
      "snap",
      "flatpak",
      "dpkg",
      "rpm",
      "brew",
      "port",
      "choco",
      "scoop",
      "winget",
      "nix",
      "nix-env",
      "nix-shell",
      "pkg",
    ].map((name) => risky(name, "installs or removes programs of the machine", { asks: "reads", yes: [`${name} x`] })),
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
    ...several(
      "",
      "open xdg-open pbcopy pbpaste defaults say screencapture codesign security xattr diskutil hdiutil plutil softwareupdate xclip xsel wl-copy gsettings notify-send xdotool",
      (name) => opaque(name, "it reaches the desktop or the system"),
    ),
    ...several(
      "",
      "del erase rd copy move ren rename xcopy robocopy attrib icacls takeown cipher format diskpart reg regedit schtasks sc net netsh wmic taskkill mklink rundll32 mshta wscript cscript certutil bitsadmin Remove-Item Set-Content Invoke-Expression Start-Process",
      (name) => opaque(name, "it is a command of another system"),
    ),
    // Elixir's has the same name.
    opaque("iex", "it runs code it is given", { asks: "runs" }),
    ...several("", "start-stop-daemon dtach abduco reptyr ld.so", (name) => opaque(name, "it runs another command")),
  ],
};

/** An agent started by an agent has hooks of its own, or none. */
export const agents: Family = {
  programs: `claude codex gemini opencode copilot aider cursor-agent qwen droid cline windsurf kiro amp pi roo kilo goose
    crush llm ollama interpreter sgpt`,
  entries: () => [
    ...several(
      "",
      "claude codex gemini opencode copilot aider cursor-agent qwen droid cline windsurf kiro amp pi roo kilo goose crush llm ollama interpreter sgpt",
      (name) =>
        risky(name, "starts another agent, which may not ask here", {
          asks: "reads",
          yes: [`${name} x`, name],
          no: [`echo '${name} x'`, `${name} --version`],
        }),
    ),
  ],
};

/** Documents and pictures: they read one file and write another. */
export const media: Family = {
  programs: `pandoc convert magick ffmpeg inkscape gs pdftotext pdflatex latexmk wkhtmltopdf dot plantuml
    mmdc asciidoctor hugo jekyll`,
  entries: () => [
    ...several(
      "",
      "pandoc convert magick ffmpeg inkscape gs pdftotext pdflatex latexmk wkhtmltopdf dot plantuml mmdc asciidoctor hugo jekyll",
      (name) => opaque(name, "it writes files or runs a program", { asks: "reads" }),
    ),
  ],
};

/** With signal 0 it only asks whether a process is there; a word that splits might name another signal. */
function asksFor(args: readonly Arg[]): string | null {
  const isOne = args.length === 1 && args[0]?.single === true;
  return isOne || args.every(({ literal }) => /^\d+$/.test(literal ?? "")) ? null : "it may end processes";
}
