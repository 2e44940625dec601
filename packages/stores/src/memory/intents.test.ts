import { describeIntents } from "@writ/testkit";
import { openMemoryIntents } from "./intents.ts";

describeIntents("memory", async () => openMemoryIntents());
