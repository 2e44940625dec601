import { copilot } from "@writ/testkit/bed";
import { describeAgent } from "./suite.ts";

await describeAgent(copilot);
