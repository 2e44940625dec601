import { lstatSync } from "node:fs";

/** Whether a name is a link. */
export const isLink = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
