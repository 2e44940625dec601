/** Node's cryptography, loaded by the first who needs it: it takes longer to load than a decision to make. */
export const crypto = (): typeof import("node:crypto") => process.getBuiltinModule("node:crypto");
