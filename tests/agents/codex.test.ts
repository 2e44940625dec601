import { codex } from "@writ/testkit/bed";
import { describe } from "vitest";
import { missing, titled } from "./cache.ts";
import { describeAgent } from "./suite.ts";
import { aDayOfTyping } from "./typing-suite.ts";

await describeAgent(codex);

const gone = await missing(codex);
describe.skipIf(gone !== null)(titled("Codex types into commands", gone), () => aDayOfTyping(codex));
