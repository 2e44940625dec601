import { describeGrants } from "@writ/testkit";
import { openMemoryGrants } from "./grants.ts";

describeGrants("memory", async () => openMemoryGrants());
