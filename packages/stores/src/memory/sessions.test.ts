import { describeSessions } from "@writ/testkit";
import { openMemorySessions } from "./sessions.ts";

describeSessions("memory", async () => openMemorySessions());
