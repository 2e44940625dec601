import { describeTickets } from "@writ/testkit";
import { openMemoryTickets } from "./tickets.ts";

describeTickets("memory", async () => openMemoryTickets());
