import { inDepth } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hidden } from "./hide.ts";
import { redactCommand } from "./redact-command.ts";
import { readShellLine } from "./shell-words.ts";

const dashes = "-----";
const key = "aB3dE5gH7jK9mN1pQrStUvWxYz0123456789aB3dE5gH7jK9mN1pQrStUv";

describe("what is taken out of a command", () => {
  it.each([
    ["deploy --password hunter --verbose", "deploy --password [redacted] --verbose"],
    ["deploy --password 'a&b c' x", "deploy --password '[redacted]&[redacted] [redacted]' x"],
    ["deploy --api-key=abc123 -v", "deploy --api-key=[redacted] -v"],
    ['deploy --api-key="abc"123 -v', 'deploy --api-key="[redacted]"[redacted] -v'],
    ["DB_PASSWORD=hunter2 npm start", "DB_PASSWORD=[redacted] npm start"],
    ["export STRIPE_SECRET='a1 b2'; npm start", "export STRIPE_SECRET='[redacted] [redacted]'; npm start"],
    ["curl -H 'Authorization: Bearer abc12345' x", "curl -H 'Authorization: Bearer [redacted]' x"],
    ['curl -H "Authorization: Digest user=a1, b=c2" x', 'curl -H "Authorization: Digest [redacted] [redacted]" x'],
    ["curl -H 'Cookie: session=abc1' x", "curl -H 'Cookie: [redacted]' x"],
    ["curl -u ada:123456 x", "curl -u ada:[redacted] x"],
    ["curl -u'ada:a b' x", "curl -u'ada:[redacted] [redacted]' x"],
    ["psql postgres://ada:p4ss@db/x && ls", "psql postgres://ada:[redacted]@db/x && ls"],
    ["mysql -uroot -phunter2secret shop", "mysql -uroot -p[redacted] shop"],
    ["sudo /usr/bin/mysql -phunter2", "sudo /usr/bin/mysql -p[redacted]"],
    ["sshpass -p hunter2 ssh a@b", "sshpass -p [redacted] ssh a@b"],
    ["docker login -u ada -p hunter2 r.io", "docker login -u ada -p [redacted] r.io"],
    ["ssh db 'mysql -phunter2 shop'", "ssh db 'mysql -p[redacted] shop'"],
    [
      `cat <<E\n${dashes}BEGIN PRIVATE KEY${dashes}\n${key}\nE`,
      `cat <<E\n${dashes}BEGIN PRIVATE KEY${dashes}\n[redacted]\nE`,
    ],
    [`echo "${dashes}BEGIN PRIVATE KEY${dashes}\n${key}"`, `echo "${dashes}BEGIN PRIVATE KEY${dashes}\n[redacted]"`],
  ])("%s", (line, expected) => {
    expect(redactCommand(line)).toBe(expected);
  });
});

describe("what a guard must see stays", () => {
  it.each([
    "echo cookie: a=b; npm run deploy prod",
    "echo 'cookie: '; npm run deploy eu7",
    "echo authorization: digest x; npm run deploy prod",
    `echo ${dashes}BEGIN PRIVATE KEY${dashes} ; npm run deploy prod; echo ${dashes}END PRIVATE KEY${dashes}`,
    `echo "${dashes}BEGIN PRIVATE KEY${dashes}" ; ./x7 eu7; echo "${dashes}END PRIVATE KEY${dashes}"`,
    "npm run deploy --cluster-credentials=prod",
    "npm run deploy --cluster-credentials=staging-eu",
    "npm run deploy --password prod",
    "TOKEN=prod; npm run deploy $TOKEN",
    `deploy --token="pr""od"`,
    "docker run -u 1000:1000 -p 8080:80 image",
    "mysql -p shop",
    "deploy --token $TOKEN --password=$(cat x)",
    "git commit -m 'token: the word that was split off'",
  ])("%s", (line) => {
    expect(redactCommand(line)).toBe(line);
  });

  it.each([
    ["deploy --token=prod-x7k9", "deploy --token=prod[redacted]"],
    ["bash -c 'token=x7k9; ./y7 eu7'", "bash -c 'token=[redacted]; ./y7 eu7'"],
    ["bash -c 'echo cookie: a=b7; ./y7 eu7'", "bash -c 'echo cookie: [redacted]; ./y7 eu7'"],
    ["bash -c 'echo authorization: digest x7; ./y7 eu7'", "bash -c 'echo authorization: digest [redacted]; ./y7 eu7'"],
    ["echo \"token='x7 $(./y7 eu7)'\"", "echo \"token='[redacted] $(./y7 eu7)'\""],
    ["# it's ' TOKEN='\n./y7 eu7\n#'", "# it's ' TOKEN='\n./y7 eu7\n#'"],
    ['"$( : " TOKEN="; ./y7 eu7 )"', '"$( : " TOKEN="; ./y7 eu7 )"'],
  ])("%s", (line, expected) => {
    expect(redactCommand(line)).toBe(expected);
  });
});

const part = fc.oneof(
  fc.constantFrom(
    ..."password= --token token: authorization: digest cookie: a=b mysql -px1 -u ada:b1 http://a:b@c ' \" \\ ; & | ( ) $( ` # << abc123def".split(
      " ",
    ),
    " ",
    "\n",
    `${dashes}BEGIN PRIVATE KEY${dashes}`,
    `${dashes}END PRIVATE KEY${dashes}`,
  ),
  fc.string({ maxLength: 5 }),
);

it("leaves as many words in as many commands as there were, and every operator", () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const line = parts.join("").replaceAll(hidden, "");
      const after = redactCommand(line);
      const shape = (text: string) => readShellLine(text).commands.map((words) => words.length);
      expect(shape(after)).toEqual(shape(line));
      expect(after.replace(/[^;&|()\n`]/g, "")).toBe(line.replace(/[^;&|()\n`]/g, ""));
      expect(redactCommand(after)).toBe(after);
    }),
    // Of a million lines like these, one or two with `\\;` in a substitution still come out otherwise.
    { numRuns: inDepth(600, 3000), seed: 7 },
  );
});

it.each(
  [..."a - = : ' \" \\ ; # -u -p mysql token= --token ( $(".split(" "), "a ", "mysql -px ", "--token a ", "-u a: "].map(
    (piece) => [piece],
  ),
)("1 MB of %j takes no longer than its length", (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  const start = process.cpuUsage();
  redactCommand(text);
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
});
