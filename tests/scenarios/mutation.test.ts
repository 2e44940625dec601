import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { governed, startAgent, tracesIn } from "./harness.ts";

const before = `export class Cart {
  total(net: number): number {
    return net + net * 0.19;
  }
}
`;
const after = `export class Cart {
  total(net: number): number {
    return net + this.tax(net);
  }

  private tax(net: number): number {
    return net * 0.19;
  }
}
`;

it("a hook tells an extracted method from a change, and names what was touched", async () => {
  const bed = await governed();
  const session = startAgent(bed).session("s-1");
  await session.start();
  await session.select("INT-001");
  const path = join(bed.root, "src/auth/cart.ts");
  await session.write(path, before);
  await session.write(path, after);
  await session.write(path, after.replace("0.19", "0.2"));
  const said = tracesIn(bed.root).map(({ metadata }) => [
    metadata.mutation_class,
    metadata.files["src/auth/cart.ts"]?.symbols,
  ]);
  expect(said).toEqual([
    ["INTENT_EVOLUTION", ["Cart", "Cart.total"]],
    ["AST_REFACTOR", ["Cart", "Cart.tax", "Cart.total"]],
    ["INTENT_EVOLUTION", ["Cart.tax"]],
  ]);
  expect(readFileSync(join(bed.root, ".orchestration/intent_map.md"), "utf8")).toContain(
    "- src/auth/cart.ts (evolved)\n  - Cart\n  - Cart.tax\n  - Cart.total\n",
  );
});
