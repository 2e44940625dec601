import { hooksFor } from "./opencode-hooks.js";

/** @param {import("./opencode-hooks.js").Host} host */
export const Writ = async (host) => hooksFor("kilo", import.meta.url, host);
