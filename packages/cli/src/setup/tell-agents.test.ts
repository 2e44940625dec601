import { adapters } from "@writ/adapters";
import { wirings } from "@writ/adapters/wiring";
import { anEvent } from "@writ/testkit";
import { expect, it } from "vitest";

it.each(Object.values(wirings))("$agent: is said to be unable to ask where its adapter never does", (wiring) => {
  const asks = adapters[wiring.agent]?.asks(anEvent({ attended: true }));
  // Copilot asks in VS Code, and only there.
  expect(wiring.cannotAsk === undefined || wiring.agent === "copilot").toBe(asks);
});
