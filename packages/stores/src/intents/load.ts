/**
 * The YAML reader, loaded when it is needed. Handed out through a function: named in the index itself, a bundle
 * would run it at every start.
 */
export const loadYamlFile = () => import("./yaml-file.ts");

/** The reader of `active_intents.yaml`, for bytes that are not on disk. */
export const loadIntentsFile = () => import("./parse.ts");
