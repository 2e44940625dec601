import { opaque, reads, risky, several, words } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";
import { type Arg, literals } from "../syntax/arg.ts";
import { judgeSqlite } from "./sqlite.ts";
import { terraform } from "./terraform.ts";

const ghLooking = {
  flags: "cLR",
  valued: "LRjqtsBHAlSbuwae",
  long: words(
    `json jq template limit state label author assignee search repo comments log log-failed exit-status name-only patch color
     required watch interval branch user workflow status event commit job verbose attempt milestone mention app head base
     archived fork language source topic visibility order sort hostname help active yaml ref draft`,
  ),
};

/** Services on the net: looking passes, everything else publishes or changes what is not here. */
export const cloud: Family = {
  programs: `gh glab terraform tofu terragrunt pulumi cdk cdktf sam copilot-cli eksctl doctl linode-cli hcloud oci ibmcloud
    gsutil bq s3cmd rclone packer vault consul nomad aws gcloud az ansible ansible-playbook ansible-galaxy
    ansible-vault chef puppet salt salt-call psql mysql mariadb mongosh mongo redis-cli cqlsh clickhouse-client
    influx sqlcmd sqlplus duckdb sqlite3 pgcli mycli dropdb createdb pg_restore pg_dropcluster mysqladmin
    mysqlimport mongorestore mongoimport flyway liquibase sqitch dbmate migrate pg_dump mysqldump mongodump
    pg_isready`,
  entries: () => [
    opaque("gh", "what it does with this verb is not known, or it is an alias", {
      asks: "reads",
      yes: ["gh my-alias"],
    }),
    ...several(
      "gh",
      `pr@view pr@list pr@diff pr@checks pr@status issue@view issue@list issue@status run@list run@view run@watch
      workflow@list workflow@view repo@view repo@list release@list release@view label@list search@code search@issues
      search@prs search@repos search@commits gist@list gist@view cache@list status`,
      (name) =>
        reads(name.replace("@", " "), {
          options: ghLooking,
          yes: [name.replace("@", " ")],
          no: [`${name.replace("@", " ")} --web`],
        }),
    ),
    reads("gh auth status", {
      options: { flags: "a", valued: "h", long: words("active hostname") },
      yes: ["gh auth status", "gh auth status --hostname github.com"],
      no: ["gh auth status -t", "gh auth status --show-token"],
    }),
    reads("gh api", {
      proof: asksOnly,
      yes: ["gh api repos/acme/app/pulls/12/comments", "gh api user --jq .login", "gh api -X GET /user"],
      no: [
        "gh api -X DELETE repos/a/b",
        "gh api repos/a/b -f name=x",
        "gh api --method=POST x",
        "gh api graphql -F query=x",
        "gh api x --input y",
      ],
    }),
    ...several(
      "gh",
      "pr issue run workflow repo release auth gist label secret variable ssh-key gpg-key codespace extension alias config cache project ruleset browse search",
      (name) =>
        risky(name, "publishes, or changes what is on the server", {
          group: true,
          yes: [`${name} x`, `${name} create x`],
          no: [`${name} create --help`],
        }),
    ),
    opaque("glab", "what it does with this verb is not known", { asks: "reads" }),
    ...several("glab", "mr@view mr@list mr@diff issue@view issue@list ci@status ci@list ci@view repo@view", (name) =>
      reads(name.replace("@", " "), { options: ghLooking }),
    ),
    ...several("glab", "mr issue ci repo release auth variable api snippet", (name) =>
      risky(name, "publishes, or changes what is on the server", {
        group: true,
        yes: [`${name} x`, `${name} create x`],
        no: [`${name} create --help`],
      }),
    ),
    ...terraform(),
    ...several(
      "",
      "terragrunt pulumi cdk cdktf sam copilot-cli eksctl doctl linode-cli hcloud oci ibmcloud gsutil bq s3cmd rclone packer vault consul nomad",
      (name) => risky(name, "reaches into what runs elsewhere", { asks: "reads" }),
    ),
    ...several("", "aws gcloud az", (name) =>
      risky(name, "reaches into what runs elsewhere", {
        asks: "reads",
        yes: [`${name} x`, `${name} storage rm x`],
        no: [`${name} --version`],
      }),
    ),
    ...several("aws", "sts@get-caller-identity s3@ls configure@list", (name) =>
      reads(name.replace("@", " "), {
        options: { long: words("region profile output query human-readable recursive summarize") },
        no: [`${name.replace("@", " ")} --endpoint-url x`],
      }),
    ),
    ...several("gcloud", "config@list auth@list projects@list", (name) =>
      reads(name.replace("@", " "), { options: { long: words("format filter limit project") } }),
    ),
    ...several("az", "account@show account@list", (name) =>
      reads(name.replace("@", " "), { options: { flags: "o", long: words("output query") } }),
    ),
    ...several("", "ansible ansible-playbook ansible-galaxy ansible-vault chef puppet salt salt-call", (name) =>
      risky(name, "changes other machines", { asks: "reads" }),
    ),
    ...several(
      "",
      "psql mysql mariadb mongosh mongo redis-cli cqlsh clickhouse-client influx sqlcmd sqlplus duckdb pgcli mycli",
      (name) => opaque(name, "what it is asked may change data or run a command", { asks: "reads" }),
    ),
    ...several(
      "",
      "dropdb createdb pg_restore pg_dropcluster mysqladmin mysqlimport mongorestore mongoimport flyway liquibase sqitch dbmate migrate",
      (name) => risky(name, "changes a database", { asks: "reads" }),
    ),
    ...several("", "pg_dump mysqldump mongodump", (name) => opaque(name, "it copies data out", { asks: "reads" })),
    reads("redis-cli ping", { options: {}, operands: "none", no: ["redis-cli ping x", "redis-cli -h x flushall"] }),
    ...several("psql", "-l --list", (name) => reads(name, { options: {}, operands: "none", no: [`${name} -c x`] })),
    opaque("sqlite3", "what it is asked may change data or run a command", {
      asks: "reads",
      judge: judgeSqlite,
      yes: [
        "sqlite3 a.db 'select 1'",
        "sqlite3 -readonly a.db 'drop table x'",
        "sqlite3 -readonly a.db \"select writefile('x', 1)\"",
        "sqlite3 -readonly a.db '.shell rm x'",
        "sqlite3 -readonly a.db 'select 1; .shell rm x'",
        "sqlite3 -readonly a.db",
        "sqlite3 -readonly -init x a.db 'select 1'",
      ],
      no: [
        "sqlite3 -readonly a.db 'select count(*) from users'",
        "sqlite3 -readonly -json a.db .schema",
        "sqlite3 -version",
      ],
    }),
    reads("pg_isready", { yes: ["pg_isready -h localhost"] }),
  ],
};

/** A request that only asks: no body, no other method. */
function asksOnly(args: readonly Arg[]): string | null {
  const texts = literals(args);
  if (texts === null) return "an argument is not known";
  const allowed = /^(-[qtH]|--(jq|template|header|paginate|slurp|silent|cache|include)(=.*)?|-i|-X|--method)$/;
  const stray = texts.find((text, index) => {
    if (/^(-X|--method)$/.test(texts[index - 1] ?? "")) return text !== "GET";
    return text.startsWith("-") && !allowed.test(text);
  });
  if (stray !== undefined) return `${stray} may change something`;
  if (texts.some((text) => /^\w+:\/\//.test(text))) return "it asks another server";
  return texts[0] === "graphql" || texts.includes("graphql") ? "a query may change something" : null;
}
