/**
 * Tests whose calls differ from run to run on purpose, by test file and full name (`*` for all of a file), with the
 * reason. They are not recorded.
 */
export const unsteady: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "scenarios/cli-undo": {
    "a hook that dies between two looks > loses no record, and the next call goes on":
      "how far a hook gets before it is killed depends on the machine",
  },
  "scenarios/merge": {
    "the working copy > shows only the edited files after many governed edits":
      "four calls at once: which of them overlap depends on the machine",
  },
};
