/**
 * What Writ ships or writes as a whole, below its folder: programs, what is made of files that are looked at
 * themselves, and where things are on this machine. A word in there is nobody's name, however it is spelled.
 */
const own = ["writ.sh", "writ.ps1", "plugins/", ".state/compiled/", ".state/command", ".state/install.json"];

/** Whether a file, named from Writ's folder, holds no words of people. */
export const isOwnFile = (name: string): boolean =>
  own.some((one) => (one.endsWith("/") ? name.startsWith(one) : name === one));
