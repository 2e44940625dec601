import { asOwnChange, createWrit, keepOutOfGit } from "@writ/runtime";

export { asOwnChange, createWrit, keepOutOfGit };
