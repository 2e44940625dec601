import { hooksFor } from "./opencode-hooks.js";

/** @param {import("./opencode-hooks.js").Host} host */
export const Writ = async (host) => hooksFor("opencode", import.meta.url, host);
