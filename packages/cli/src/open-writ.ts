import { asOwnChange, createWrit, keepOutOfGit, knownSessions, recordedSessions } from "@writ/runtime";

export { asOwnChange, createWrit, keepOutOfGit, knownSessions, recordedSessions };
