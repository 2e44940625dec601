import { runLate } from "@writ/runtime";

// Started for a hook that takes longer than its agent waits: carries out the one job it is handed.
await runLate(process.argv[2] ?? "").catch(() => process.exit(1));
process.exit(0);
