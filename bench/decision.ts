import { decide, toCall } from "@writ/engine";
import { aFile, anIntent, aSession, factsWith } from "@writ/testkit";
import { percentile, type Row } from "./row.ts";

const rounds = 20_000;

/** One decision with the facts given: classify the call (shell parse included), then all policies. */
export async function decision(): Promise<Row[]> {
  const intents = Array.from({ length: 200 }, (_, n) =>
    anIntent({ id: `INT-${n}`, ownedScope: [`src/p${n}/**`, `tests/p${n}/**`, "!src/**/secret.ts"] }),
  );
  const session = aSession({ intent: "INT-7" });
  const requests = [
    { tool: "Write", input: { file_path: "src/p7/a.ts", content: "x\n".repeat(200) }, callId: "w" },
    {
      tool: "Bash",
      input: { command: "cd src && grep -rn 'a b' . | sort -u > /dev/null && npm test -- --run x 2>&1 | tail -n 20" },
      callId: "b",
    },
    { tool: "Edit", input: { file_path: "src/p8/a.ts", old_string: "a", new_string: "b" }, callId: "e" },
  ];
  const facts = factsWith({
    session,
    intents: { state: "ok", intents },
    files: [aFile("src/p7/a.ts"), aFile("src/p8/a.ts")],
  });
  const options = { id: "id", callId: "call", runners: ["npm test"], tools: {} };
  const times: number[] = [];
  for (let n = 0; n < rounds + 2000; n++) {
    const request = requests[n % requests.length];
    if (request === undefined) continue;
    const start = performance.now();
    decide(toCall(request, options), facts);
    if (n >= 2000) times.push(performance.now() - start);
  }
  const detail = `p50 ${percentile(times, 50).toFixed(4)} ms over ${times.length} decisions, 200 intents`;
  return [{ what: "decision in process, p99", value: percentile(times, 99), bar: 0.3, unit: "ms", detail }];
}
