import { hash } from "node:crypto";
import { once } from "node:events";
import { createWriteStream } from "node:fs";

/** What a made ledger is like. */
export interface LedgerShape {
  records: number;
  intents: number;
  files: number;
  writer: string;
}

/** A year of a busy working copy, as many records as asked for. */
export const shapeOf = (records: number): LedgerShape => ({
  records,
  intents: 200,
  files: 5_000,
  writer: "b0b0b0b0b0b0",
});

const digits = "0123456789abcdef".repeat(4);
const fingerprints = Array.from({ length: 12 }, (_, at) => hash("sha256", String(at), "hex").slice(0, 8));

/** Intent and file of the nth record. */
export const intentOf = (at: number, { intents }: LedgerShape): string =>
  `INT-${String((at * 7) % intents).padStart(3, "0")}`;
export const fileOf = (at: number, { files }: LedgerShape): string =>
  `src/area-${at % 40}/file-${(at * 13) % files}.ts`;

/** Writes a ledger whose chain is intact, record by record as Writ would, only faster. */
export async function writeLedger(file: string, shape: LedgerShape): Promise<void> {
  const stream = createWriteStream(file);
  let prev = "null";
  let batch: string[] = [];
  for (let at = 0; at < shape.records; at += 1) {
    const line = lineOf(at, shape, prev);
    prev = `"sha256:${hash("sha256", line, "hex")}"`;
    batch.push(line, "\n");
    if (batch.length < 4_000 && at + 1 < shape.records) continue;
    if (!stream.write(batch.join(""))) await once(stream, "drain");
    batch = [];
  }
  stream.end();
  await once(stream, "finish");
}

/** One line, about 1.1 KB: one hunk of twelve lines in one file. */
function lineOf(at: number, shape: LedgerShape, prev: string): string {
  const id = `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
  const time = new Date(1_700_000_000_000 + at * 1_000).toISOString();
  const path = fileOf(at, shape);
  const intent = intentOf(at, shape);
  const content = `sha256:${digits}`;
  const start = 1 + (at % 900);
  return (
    `{"id":"${id}","timestamp":"${time}","vcs":{"revision_id":"${digits.slice(0, 40)}"},"files":[{"relative_path":"${path}",` +
    `"conversations":[{"url":"session-${at % 500}","contributor":{"entity_type":"AI","model_identifier":"model-x"},` +
    `"ranges":[{"start_line":${start},"end_line":${start + 11},"content_hash":"${content}"}],` +
    `"related":[{"type":"specification","value":"${intent}"}]}]}],"metadata":{"agent":"claude-code",` +
    `"session":"session-${at % 500}","tool":"Edit","tool_name":"edit","invocation_id":"${id}","call_id":"toolu_${at}",` +
    `"intent":"${intent}","mutation_class":"INTENT_EVOLUTION","files":{"${path}":{"op":"modify","before":"${content}",` +
    `"after":"${content}","removed":3}},"lines":{"${path}":${JSON.stringify(fingerprints)}},` +
    `"v":1,"writer":"${shape.writer}","seq":${at + 1},"prev":${prev}}}`
  );
}
