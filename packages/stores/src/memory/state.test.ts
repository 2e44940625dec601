import { describeState } from "@writ/testkit";
import { openMemoryState } from "./state.ts";

describeState("memory", async () => openMemoryState());
