import { inDepth } from "@writ/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redact } from "./redact.ts";
import { isSecretName } from "./secret-name.ts";

// Put together here, so that no scanner takes this file for a leak.
const some = (prefix: string, length: number, alphabet = "aB3dE5gH7jK9mN1pQ"): string =>
  prefix + alphabet.repeat(10).slice(0, length);
const upper = (prefix: string, length: number): string => some(prefix, length, "ABC3DEF5GHJ7");
const jwt = `${some("eyJ", 20)}.${some("eyJ", 30)}.${some("", 40)}`;
const dashes = "-----";
const pem = (kind: string, lines = 3): string =>
  [
    `${dashes}BEGIN ${kind}${dashes}`,
    ...Array.from({ length: lines }, () => some("", 64)),
    `${dashes}END ${kind}${dashes}`,
  ].join("\n");

describe("what is taken out", () => {
  it.each([
    ["an AWS key", `id ${upper("AKIA", 16)}, ok`, "id [redacted], ok"],
    ["an AWS secret", `AWS_SECRET_ACCESS_KEY=${some("", 40)}`, "AWS_SECRET_ACCESS_KEY=[redacted]"],
    ["GitHub", `git clone https://${some("ghp_", 36)}@github.com/a/b`, "git clone https://[redacted]@github.com/a/b"],
    ["GitHub, fine-grained", some("github_pat_", 60), "[redacted]"],
    ["GitLab", `"${some("glpat-", 20)}"`, '"[redacted]"'],
    ["Slack", some("xoxb-", 40), "[redacted]"],
    [
      "Slack's web hooks",
      `https://hooks.slack.com/services/${some("T", 30)}`,
      "https://hooks.slack.com/services/[redacted]",
    ],
    ["Stripe", `key ${some("sk_live_", 24)}.`, "key [redacted]."],
    ["Google", some("AIza", 35), "[redacted]"],
    ["OpenAI", some("sk-proj-", 40), "[redacted]"],
    ["Anthropic", some("sk-ant-api03-", 80), "[redacted]"],
    ["npm", `//registry/:_authToken=${some("npm_", 36)}`, "//registry/:_authToken=[redacted]"],
    ["a JSON Web Token", `got ${jwt} back`, "got [redacted] back"],
    ["a private key", `a\n${pem("RSA PRIVATE KEY")}\nb`, "a\n[redacted]\nb"],
    ["an OpenSSH key", pem("OPENSSH PRIVATE KEY"), "[redacted]"],
    ["a key in JSON", JSON.stringify({ key: pem("PRIVATE KEY") }), '{"key":"[redacted]"}'],
    ["a key that was cut off", `x ${pem("EC PRIVATE KEY").slice(0, 120)}`, "x [redacted]"],
    ["two keys", `${pem("PRIVATE KEY")}\n${pem("PRIVATE KEY")}`, "[redacted]\n[redacted]"],
    ["a header", `curl -H "Authorization: Bearer ${some("", 20)}" x`, 'curl -H "Authorization: Bearer [redacted]" x'],
    ["a short one", "Authorization: Basic dXNlcjpw", "Authorization: Basic [redacted]"],
    ["one without a scheme", "authorization: abc123def456", "authorization: [redacted]"],
    ["one in JSON", '{"Authorization": "token abc123"}', '{"Authorization": "token [redacted]"}'],
    [
      "a signed one",
      "Authorization: AWS4-HMAC-SHA256 Credential=a/b, Signature=c",
      "Authorization: AWS4-HMAC-SHA256 [redacted]",
    ],
    ["bearer alone", "with bearer abcdef123456 it works", "with bearer [redacted] it works"],
    ["a cookie", "Cookie: session=abc; theme=dark", "Cookie: [redacted]"],
    ["a variable", "DB_PASSWORD=hunter2 npm start", "DB_PASSWORD=[redacted] npm start"],
    ["an exported one", "export STRIPE_SECRET='a b c'", "export STRIPE_SECRET='[redacted]'"],
    ["JSON", '{"user": "ada", "password": "swordfish", "n": 1}', '{"user": "ada", "password": "[redacted]", "n": 1}'],
    ["JSON in JSON", String.raw`{\"apiKey\": \"a b\", \"n\": 1}`, String.raw`{\"apiKey\": \"[redacted]\", \"n\": 1}`],
    ["a quote in it", String.raw`password: "a\"b" ok`, 'password: "[redacted]" ok'],
    [
      "YAML",
      "db:\n  user: ada\n  password: swordfish\n  port: 1",
      "db:\n  user: ada\n  password: [redacted]\n  port: 1",
    ],
    ["YAML with a note", "token: swordfish # mine", "token: [redacted] # mine"],
    ["an address", "https://x.io/a?token=abc&page=2", "https://x.io/a?token=[redacted]&page=2"],
    ["a login in one", "postgres://ada:p@ss@db:5432/x", "postgres://ada:[redacted]@db:5432/x"],
    ["a login without a name", "redis://:secret1@host", "redis://:[redacted]@host"],
    ["an option", "deploy --password hunter --verbose", "deploy --password [redacted] --verbose"],
    ["an option with =", "deploy --api-key=hunter -v", "deploy --api-key=[redacted] -v"],
    ["curl's login", "curl -u ada:hunter https://x", "curl -u ada:[redacted] https://x"],
    ["curl's login of digits", "curl -u ada:123456 https://x", "curl -u ada:[redacted] https://x"],
    ["MySQL's", "run mysql -u root -phunter2secret shop", "run mysql -u root -p[redacted] shop"],
    ["sshpass'", "sshpass -p hunter2 ssh a@b", "sshpass -p [redacted] ssh a@b"],
    ["docker's", "docker login -u ada -p 'hunter 2' r.io", "docker login -u ada -p '[redacted]' r.io"],
    ["Redis'", "redis-cli -h x -a hunter2 ping", "redis-cli -h x -a [redacted] ping"],
    ["digits", "PGPASSWORD=12345 psql", "PGPASSWORD=[redacted] psql"],
    ["digits in text", "use password=123456 there", "use password=[redacted] there"],
    ["a short name", "pass=hunter2", "pass=[redacted]"],
    ["a short name in JSON", '{"pass":"hunter2"}', '{"pass":"[redacted]"}'],
    ["basic alone", "sent Basic dXNlcjpwYXNzd29yZA== to it", "sent Basic [redacted] to it"],
    [
      "a signed address",
      `https://x.io/a?sv=1&sig=${some("", 30)}%3D&se=2030`,
      "https://x.io/a?sv=1&sig=[redacted]&se=2030",
    ],
    [
      "a signature in a connection",
      `BlobEndpoint=https://x;SharedAccessSignature=sv=2020&sig=${some("", 30)}`,
      "BlobEndpoint=https://x;SharedAccessSignature=[redacted]&sig=[redacted]",
    ],
    ["Slack's browser", some("xoxc-", 40), "[redacted]"],
    ["age", upper("AGE-SECRET-KEY-1", 58), "[redacted]"],
    [
      "Discord's web hooks",
      `https://discord.com/api/webhooks/123456789012345678/${some("", 60)}`,
      "https://discord.com/api/webhooks/[redacted]",
    ],
    [
      "Telegram",
      `https://api.telegram.org/bot${some("123456789:AA", 33)}/x`,
      "https://api.telegram.org/bot[redacted]/x",
    ],
    ["Telegram's alone", some("123456789:AA", 33), "[redacted]"],
    ["code", 'const apiKey = "abcdef";', 'const apiKey = "[redacted]";'],
    ["camel case", "githubToken: abc123xyz,", "githubToken: [redacted],"],
    ["a password with signs", "the password: hunter2!", "the password: [redacted]"],
  ])("%s", (_, text, expected) => {
    expect(redact(text)).toBe(expected);
  });
});

describe("ordinary text stays as it is", () => {
  it.each([
    "Run the full billing regression tests for me.",
    "npm run build -- --filter=@acme/billing",
    "git log --oneline -5 && ls src/auth",
    "function login(password: string, token: string | null): Promise<void>",
    "const token = await getToken();",
    "token: the word that was split off",
    "const password = input.value;",
    "password=$DB_PASSWORD psql",
    `TOKEN="$\{GITHUB_TOKEN}" make release`,
    `api_key: $\{{ secrets.API_KEY }}`,
    "max_tokens=4096, total tokens: 1200, token_count: 12",
    "the tokenizer makes tokens: one for each word",
    "password_min_length: 12",
    "docker run -u 1000:1000 image",
    "https://example.com:8080/a@b",
    "http://localhost:3000?email=ada@example.com",
    "scp ada@host:/tmp/x .",
    "docker run -p 8080:80 -a stdout image",
    "mysql -p -h db shop; mkdir -p a/b; ls -a src",
    "pass: 12, fail: 0, pass=12 fail=0",
    "a basic understanding of basicauthentication, Basic configuration",
    "https://x.io/a?sig=short&se=1",
    "https://discord.com/api/webhooks/docs",
    "at 12:AAB the first_pass=done, a bypass: none",
    "see https://example.com/secret/path?page=2",
    "class sk-circle-fade-dot-animation",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "5c1f2d3e-0000-4000-8000-000000000001",
    "Authorization: required for all routes",
    "Bearer authentication is used, bearer tokens expire",
    "All 42 test cases passed (12.3s)",
    `grep -rn "${dashes}BEGIN RSA PRIVATE KEY${dashes}" src`,
    "Fix the cookie banner: it overlaps",
    "2026-11-15T10:00:00.000Z INFO src/auth/jwt.ts:42:7",
    'it("asks for a password", () => {})',
    "Schlüssel für 日本 \u{1F511}",
    "",
  ])("%s", (text) => {
    expect(redact(text)).toBe(text);
  });
});

it.each([
  ["password", true],
  ["x-api-key", true],
  ["clientSecret", true],
  ["PGPASSWORD", true],
  ["secret_id", true],
  ["tokens", false],
  ["token_type", false],
  ["access_key_id", false],
  ["monkey", false],
  ["passwordField", false],
])("a field %s holds a secret: %s", (name, expected) => {
  expect(isSecretName(name)).toBe(expected);
});

it("changes nothing the second time", () => {
  const part = fc.oneof(
    fc.constantFrom(
      ...'password token api_key authorization bearer cookie export --secret -u ada:b :// @ = : => " \' \\ \\" , ; & [redacted]'.split(
        " ",
      ),
      " ",
      "\n",
      some("ghp_", 36),
      jwt,
      pem("PRIVATE KEY", 1),
      "abc123def",
    ),
    fc.string({ maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const once = redact(parts.join(""));
      expect(redact(once)).toBe(once);
    }),
    { numRuns: inDepth(600, 3000) },
  );
});

it.each(
  [
    ...'a - = : " \\ / @ token= token: token --token eyJ eyJa. sk- xoxb- ghp_ :// ://a: AKIA authorization: bearer cookie='.split(
      " ",
    ),
    " ",
    "\n",
    'password=\\"',
    'password="',
    "bearer ",
    "authorization:  ",
    "-u a:",
    "mysql -p",
    "docker login ",
    "basic ",
    "basic aaaaaaaaaaaa",
    "?sig=",
    "1",
    "1:AA",
    "/bot1",
    `${dashes}BEGIN PRIVATE KEY${dashes}`,
    "https://hooks.slack.com/services/",
    "_.-",
    "eyJaaaaaaaa.a.",
    "export password: ",
  ].map((piece) => [piece]),
)("1 MB of %j takes no longer than its length", (piece) => {
  const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
  const start = process.cpuUsage();
  redact(text);
  redact(`${text}!`);
  // Of the processor, as others may be at work; quadratic time would be minutes.
  expect(process.cpuUsage(start).user).toBeLessThan(3_000_000);
});
