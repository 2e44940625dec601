import { networkInterfaces } from "node:os";
import { expect, it } from "vitest";

const network = process.env.WRIT_BED_NETWORK ?? "npm run test:agents was not used";

it.skipIf(network !== "cut")(`reaches nothing but loopback${network === "cut" ? "" : ` (${network})`}`, () => {
  expect(Object.keys(networkInterfaces())).toEqual(["lo"]);
});
