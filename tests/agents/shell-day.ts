import type { BedAgent } from "@writ/testkit/bed";
import type { Turn } from "@writ/testkit/model";
import { handshake, lookAt } from "./day.ts";

/** Changes one file its session may change, and one that it may not: as snapshots and formatters do. */
const test = `import { appendFileSync, writeFileSync } from "node:fs";
writeFileSync("src/auth/seen.ts", "export const seen = 1;\\n");
appendFileSync("src/billing/invoice.ts", "export const stray = 1;\\n");
console.log("1 test passed");
`;

/** A repository whose tests write more than they should. */
export const files: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify({ name: "shop", private: true, scripts: { test: "node scripts/test.mjs" } })}\n`,
  "scripts/test.mjs": test,
  "src/auth/login.ts": "export const login = 1;\n",
  "src/billing/invoice.ts": "export const total = 1;\n",
};

/** Everything an agent may try with a shell when its editor is guarded. */
export const triesTheShell = (agent: BedAgent): Turn[] => [
  { name: "the handshake", act: handshake(agent) },
  { name: "sed", act: { do: "shell", command: "sed -i s/1/2/ src/billing/invoice.ts" } },
  { name: "an interpreter", act: { do: "shell", command: `node -e "fs.writeFileSync('src/billing/invoice.ts', '')"` } },
  { name: "a shell in a shell", act: { do: "shell", command: `timeout 9 bash -c 'echo > src/billing/invoice.ts'` } },
  { name: "git", act: { do: "shell", command: "git config core.hooksPath /tmp" } },
  { name: "a script", act: { do: "write", path: "src/auth/run.sh", content: "echo > src/billing/invoice.ts\n" } },
  { name: "running it", act: { do: "shell", command: "bash src/auth/run.sh" } },
  { name: "a mention", act: { do: "shell", command: `grep -rn "rm -rf /" src || echo "no rm -rf / here"` } },
  // Qwen lets no `sed -i` change a file it has not read.
  { name: "a look", act: lookAt(agent, "src/auth/login.ts") },
  { name: "a command in scope", act: { do: "shell", command: "sed -i s/1/2/ src/auth/login.ts" } },
  { name: "the tests", act: { do: "shell", command: "npm test" } },
  { name: "the end", act: { do: "say", text: "Done." } },
];
