import { pi } from "@writ/testkit/bed";
import { describeAgent } from "./suite.ts";

await describeAgent(pi);
