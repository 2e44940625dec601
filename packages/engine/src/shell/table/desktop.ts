import { opaque, several } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";

/** Programs nobody looks into, by why. */
const unseen: Readonly<Record<string, string>> = {
  "it reaches the desktop or the system": `open xdg-open pbcopy pbpaste defaults say screencapture codesign security xattr
    diskutil hdiutil plutil softwareupdate xclip xsel wl-copy gsettings notify-send xdotool`,
  "it is a command of another system": `del erase rd copy move ren rename xcopy robocopy attrib icacls takeown cipher
    format diskpart reg regedit schtasks sc net netsh wmic taskkill mklink rundll32 mshta wscript cscript certutil
    bitsadmin Remove-Item Set-Content Invoke-Expression Start-Process`,
  "it runs another command": "start-stop-daemon dtach abduco reptyr ld.so",
};

/** The desktop, and commands of Windows. */
export const desktop: Family = {
  programs: `${Object.values(unseen).join(" ")} iex`,
  entries: () => [
    ...Object.entries(unseen).flatMap(([why, names]) => several("", names, (name) => opaque(name, why))),
    // PowerShell's and Elixir's have the same name.
    opaque("iex", "it runs code it is given", { asks: "runs" }),
  ],
};
