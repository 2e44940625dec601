import { expect, it } from "vitest";
import { requireFitting } from "./require-fitting.ts";

type Options = Parameters<typeof requireFitting>[0];
const none: Options = {
  anchor: false,
  tag: undefined,
  sign: false,
  losses: false,
  strict: false,
  repair: false,
  published: false,
  dryRun: false,
};

it.each<[Partial<Options>, string]>([
  [{ tag: "1.0" }, "--tag needs --anchor."],
  [{ sign: true }, "--sign needs --tag NAME, since only a tag can be signed."],
  [{ sign: true, anchor: true }, "--sign needs --tag NAME, since only a tag can be signed."],
  [{ losses: true }, "--losses needs --anchor."],
  [{ dryRun: true }, "--dry-run needs --repair."],
  [{ dryRun: true, anchor: true }, "--dry-run needs --repair."],
  [{ published: true }, "--published needs --repair."],
  [{ anchor: true, repair: true }, "--anchor and --repair do not go together."],
  [{ strict: true, repair: true }, "--strict and --repair do not go together."],
])("%j: %s", (given, message) => {
  expect(() => requireFitting({ ...none, ...given })).toThrow(message);
});

it.each<Partial<Options>>([
  {},
  { strict: true },
  { anchor: true, tag: "1.0", sign: true, losses: true },
  { repair: true, published: true, dryRun: true },
])("%j go together", (given) => {
  expect(() => requireFitting({ ...none, ...given })).not.toThrow();
});
