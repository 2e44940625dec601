import { asOwnChange, createWrit, keepOutOfGit, knownSessions } from "@writ/runtime";

export { asOwnChange, createWrit, keepOutOfGit, knownSessions };
