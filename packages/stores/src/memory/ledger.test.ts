import { describeLedger } from "@writ/testkit";
import { openMemoryTraces } from "./ledger.ts";

describeLedger("memory", async () => openMemoryTraces());
