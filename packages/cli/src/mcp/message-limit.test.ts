import { expect, it } from "vitest";
import { MessageLimit, type RequestId } from "./message-limit.ts";

/** What is handed on, and the ids of what is not, with chunks of so many bytes. */
async function through(text: string, size: number): Promise<{ out: string; ids: RequestId[] }> {
  const ids: RequestId[] = [];
  const limit = new MessageLimit(60, { tooLarge: (id) => ids.push(id), endless: () => ids.push("endless") });
  let out = "";
  limit.on("data", (chunk: Buffer) => {
    out += chunk.toString("utf8");
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) limit.write(bytes.subarray(at, at + size));
  await new Promise((done) => limit.end(done));
  return { out, ids };
}

const long = "x".repeat(60);

it.each<[string, RequestId]>([
  [`{"jsonrpc":"2.0","id":5,"params":"${long}"}`, 5],
  [`{"params":"${long}", "id" : "a-1" }`, "a-1"],
  [`{"params":{"id":1,"text":"${long}"},"id":2}`, 2],
  [`{"params":"\\",\\"id\\":7,${long}","id":8}`, 8],
  [`{"method":"id","params":["${long}"]}`, null],
  [`{"id":null,"params":["${long}"]}`, null],
  [`[{"id":3,"params":"${long}"}]`, null],
  [long + long, null],
])("tells the id of %s", async (message, id) => {
  const small = '{"id":1}\n';
  for (const size of [1, 7, 4096])
    expect(await through(`${small}${message}\n${small}`, size)).toEqual({ out: small + small, ids: [id] });
});

it("does not wait for the end of a message that has none", async () => {
  expect(await through("x".repeat(60 * 17), 4096)).toEqual({ out: "", ids: ["endless"] });
});
