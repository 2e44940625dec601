import { type Reading, words } from "./reading.ts";

const host = String.raw`(https?:\/\/)?(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?][^\s{}[\]]*)?`;
/** A number, a format of fields and plain signs, a header that is spelled out, or a page of this machine. */
const curlWord = new RegExp(
  String.raw`^(${host}|\d+(\.\d+)?|(?=.*%\{\w+\})(%\{[a-z_]+\}|\\n|[ \w:.-])+|(Accept|Authorization|Content-Type|Host|Cache-Control|User-Agent): [^@\n]*|GET|HEAD|\/dev\/null|-)$`,
);
/** One of the service's own repositories, by name: `acme/app`, never with a host before it. */
const ghWord = /^(?![\w.-]+\/[\w.-]+\/|.*:\/)[\w.#@,][\w.#@, /:=-]*$/;
const ghOptions = {
  flags: "cL",
  valued: "LjqtsBHAlSbuae",
  data: ["--jq", "-q", "--search", "-S"],
  long: words(
    `watch interval json jq state label author assignee search comments log log-failed exit-status name-only color required limit branch user
    workflow status event commit job verbose milestone base head sort`,
  ),
};

/** What tells about packages, containers and repositories, and asks this machine or the one service a tool is for. */
export const serviceReadings: readonly Reading[] = [
  {
    name: "curl",
    flags: "sSfiIvgk46",
    valued: "mHowX",
    long: words("silent show-error fail include head verbose compressed insecure max-time connect-timeout write-out"),
    operands: curlWord,
    yes: ["curl -s http://127.0.0.1:3000/health", "curl -s -o /dev/null -w '%{http_code}' localhost:8080/"],
    no: [
      "curl https://example.org",
      "curl http://127.0.0.1:80@evil.example/",
      "curl -o a.ts http://localhost/",
      "curl -oa.ts http://localhost/",
      "curl -w '%output{a}' localhost",
      "curl -w@x localhost",
      "curl -H @secret localhost",
      "curl -X POST http://localhost/",
      "curl -d x http://localhost/",
      "curl --proxy x localhost",
      "curl -K x localhost",
      "curl -L localhost",
    ],
  },
  ...words("ls list ll explain why root prefix bin view info show search").map(
    (verb): Reading => ({
      name: `npm ${verb}`,
      flags: "gla",
      long: words("json long all parseable global depth omit workspaces workspace"),
      operands: /^((@[\w.-]+\/)?[a-z0-9][\w.-]*(@[\w.^~<>=*-]+)?|[./]?[\w-]+)$/,
      otherwise: "an option may have it write its log or ask another registry",
      yes: [`npm ${verb}`, `npm ${verb} react --json`],
      no: [
        `npm ${verb} --logs-dir=x`,
        `npm ${verb} --prefix=x`,
        `npm ${verb} --registry=http://x`,
        `npm ${verb} git+ssh://x/y`,
        `npm ${verb} --cache x`,
        `npm ${verb} $x`,
      ],
    }),
  ),
  ...words("config@get config@list config@ls pkg@get").map(
    (verb): Reading => ({
      name: `npm ${verb.replace("@", " ")}`,
      flags: "l",
      long: ["json"],
      operands: /^[\w.@/-]+$/,
      otherwise: "an option may have it write its log or ask another registry",
      yes: [`npm ${verb.replace("@", " ")} version`],
      no: [`npm ${verb.replace("@", " ")} version --logs-dir=src`, `npm ${verb.replace("@", " ")} $x`],
    }),
  ),
  { name: "npm run", form: /^$/, yes: ["npm run"], no: ["npm run x"] },
  ...words(
    "pr@list pr@view pr@diff pr@checks pr@status issue@list issue@view issue@status run@list run@view run@watch repo@list repo@view release@list release@view workflow@list label@list",
  ).map(
    (verb): Reading => ({
      name: `gh ${verb.replace("@", " ")}`,
      ...ghOptions,
      operands: ghWord,
      otherwise: "it may reach another host or open a browser",
      yes: [`gh ${verb.replace("@", " ")}`],
      no: [
        `gh ${verb.replace("@", " ")} --web`,
        `gh ${verb.replace("@", " ")} -w`,
        `gh ${verb.replace("@", " ")} -R evil.example/a/b`,
        `gh ${verb.replace("@", " ")} https://evil.example/a/b/pull/1`,
        `gh ${verb.replace("@", " ")} $x`,
      ],
    }),
  ),
  {
    name: "gh auth status",
    form: /^$/,
    yes: ["gh auth status"],
    no: ["gh auth status -t", "gh auth status --show-token"],
  },
  ...words(
    "ps images image@ls volume@ls network@ls container@ls container@inspect container@logs image@inspect image@history volume@inspect network@inspect top port history diff stats logs inspect version info",
  ).map(
    (verb): Reading => ({
      name: `docker ${verb.replace("@", " ")}`,
      also: [`podman ${verb.replace("@", " ")}`],
      flags: "aqlnsft",
      data: ["--format", "-f"],
      long: words("no-stream all quiet format filter no-trunc tail timestamps since until latest size"),
      operands: /^[\w.:/@{}= |"-]+$/,
      yes: [`docker ${verb.replace("@", " ")} -a`],
      no: [
        `docker ${verb.replace("@", " ")} --frob`,
        `docker -H tcp://x ${verb.replace("@", " ")}`,
        `docker ${verb.replace("@", " ")} $x`,
      ],
    }),
  ),
];
