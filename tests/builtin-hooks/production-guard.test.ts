import { toCall, toContext } from "@writ/engine";
import { anEvent } from "@writ/testkit";
import { expect, it } from "vitest";
import { aPlannedCall, folderWith, handlerOf, toolsFor } from "./handler.ts";

type Planned = Parameters<typeof aPlannedCall>[0];

async function judge(over: Planned) {
  const guard = await handlerOf("production_guard");
  return (await guard(aPlannedCall(over), toolsFor(folderWith()))) ?? {};
}

const command = (line: string, environment = "dev", stage: "act" | "plan" = "act"): Planned => ({
  stage,
  operation_key: `command.${line.split(" ")[0]}`,
  planned_input_summary: line,
  environment,
});
const tool = (name: string, over: Planned = {}): Planned => ({ ability_id: name, tool_name: name, ...over });
const change = (path: string, environment: string): Planned =>
  tool("write_to_file", {
    operation_key: "change.create",
    paths: [path],
    planned_input_summary: `Write ${path} (3 lines)`,
    environment,
  });

it("says what the seed says", async () => {
  const { messages_to_user: messages = [], error } = await judge({
    ability_id: "db_migrate",
    environment: "production",
  });
  expect(error).toBe("blocked_by_policy");
  expect(messages[0]).toBe("This ability would write to production. In this environment, it is blocked.");
  expect(messages).toHaveLength(2);
});

it.each<[string, Planned]>([
  ["a file, in production", change("src/a.ts", "production")],
  ["a file, in PROD", change("src/a.ts", "PROD")],
  ["a command, in production", command("npm run migrate", "production")],
  ["a command nobody knows, in production", command("./tidy", "production")],
  ["a reading command that writes its output", command("cat a > b", "production")],
  ["a reading command that runs another", command("echo $(rm -rf x)", "production")],
  ["a reading command with one after it", command("ls; rm -rf x", "production")],
  ["a line that was cut", command(`ls ${"x".repeat(290)}…`, "production")],
  ["looking, then changing", command("kubectl get pods; kubectl delete pod x", "production")],
  ["looking, then changing on the next line", command("kubectl get pods ⏎ kubectl delete pod x", "production")],
  ["a local command, then another on the next line", command("git commit -m x ⏎ ./deploy.sh prod")],
  [
    "a workflow, in production",
    { ability_id: "billing_close", operation_key: "workflow.billing.close", environment: "live" },
  ],
  ["an MCP tool, in production", tool("execute", { operation_key: "mcp.postgres.execute", environment: "production" })],
  ["a tool nobody knows, in production", tool("frobnicate", { environment: "production" })],
  ["kubectl on prod", command("kubectl --context prod-eu apply -f x.yaml")],
  ["deleting, with options first", command("kubectl --context production delete pod x")],
  ["deleting, with an option's value that looks", command("kubectl --context production -n get delete pod x")],
  ["deleting behind an option nobody knows", command("kubectl --context=production --dry get delete pod x")],
  ["deleting behind a quoted value", command("kubectl --context 'production get' delete pod x")],
  ["an option without a verb", command("kubectl --context production")],
  ["removing, with options first", command("aws --profile production s3 rm s3://x")],
  ["a script told where", command("./deploy.sh production")],
  ["a second command", command("npm test && ./deploy.sh prod")],
  ["a push", command("git push origin production")],
  ["behind a harmless word", command("NODE_ENV=production ./deploy.sh prod")],
  ["in a substitution", command("git commit -m $(./deploy prod)")],
  ["a connection string", command("psql postgres://app@prod-db.example.org/app -c 'delete from t'")],
  ["an ability by its name", { ability_id: "deploy_production", operation_key: "workflow.deploy_production" }],
  ["an MCP server by its name", tool("run_query", { operation_key: "mcp.prod_db.run_query" })],
])("refuses %s", async (_what, over) => {
  expect(await judge(over)).toMatchObject({ error: "blocked_by_policy" });
});

it.each<[string, Planned]>([
  ["a change anywhere else", change("src/a.ts", "dev")],
  ["a file that is called so", change("config/production.yaml", "dev")],
  ["a command anywhere else", command("npm run build")],
  ["a production build", command("NODE_ENV=production npm run build")],
  ["a production build by flag", command("vite build --mode production")],
  ["a product", command("npm run build:product")],
  ["a commit that speaks of it", command("git commit -m 'fix production bug'")],
  ["reading, in production", command("cat config/production.yaml", "production", "plan")],
  ["looking at production", command("kubectl get pods -n prod | helm list", "production")],
  ["looking, with options first", command("kubectl --context production get pods")],
  ["looking, with many of them", command("kubectl --context=production -n prod --v=6 describe pod x")],
  ["looking with helm", command("helm --kube-context production --debug status api")],
  ["looking with aws", command("aws --profile production --region eu-west-1 ec2 describe-instances")],
  ["looking with terraform", command("terraform -chdir=envs/production show")],
  ["looking with docker", command("docker --context production ps")],
  ["several reading commands", command("git status && git log | head -5", "production", "plan")],
  ["a reading tool, in production", tool("read_file", { stage: "understand", environment: "production" })],
  ["a planning tool, in production", tool("TodoWrite", { stage: "plan", environment: "production" })],
  [
    "a reading MCP tool, in production",
    tool("list_pods", { operation_key: "mcp.k8s.list_pods", environment: "production" }),
  ],
  [
    "taking up an intent, in production",
    tool("select_active_intent", { operation_key: "mcp.writ.select_active_intent", environment: "production" }),
  ],
])("lets %s through", async (_what, over) => {
  expect(await judge(over)).toEqual({});
});

const begin = (word: string): string => `-----${word} PRIVATE KEY-----`;

const arriving: [line: string, environment: string, error: string | undefined][] = [
  ["kubectl get pods", "production", undefined],
  ["git status && ls", "production", undefined],
  ["kubectl get pods\nkubectl delete pod x", "production", "blocked_by_policy"],
  ["git commit -m x\n./deploy.sh prod", "dev", "blocked_by_policy"],
  ["git commit -m x", "dev", undefined],
  ["npm run deploy prod", "dev", "blocked_by_policy"],
  ["echo cookie: a=b; npm run deploy prod", "dev", "blocked_by_policy"],
  ["echo authorization: digest x; npm run deploy prod", "dev", "blocked_by_policy"],
  [`echo ${begin("BEGIN")} ; npm run deploy prod; echo ${begin("END")}`, "dev", "blocked_by_policy"],
  [`echo "${begin("BEGIN")}" ; npm run deploy prod; echo "${begin("END")}"`, "dev", "blocked_by_policy"],
  ["npm run deploy --cluster-credentials=prod", "dev", "blocked_by_policy"],
  ["npm run deploy --cluster-credentials=prod-x7k9", "dev", "blocked_by_policy"],
  ["npm run deploy --password prod", "dev", "blocked_by_policy"],
  ["TOKEN=prod; npm run deploy $TOKEN", "dev", "blocked_by_policy"],
  [`echo ${"0".repeat(8100)}; npm run deploy prod`, "dev", "blocked_by_policy"],
  [`npm run x ${"0".repeat(70_000)}; ls`, "dev", "blocked_by_policy"],
  [`npm run deploy "pr""od"`, "dev", "blocked_by_policy"],
  [String.raw`npm run deploy pr\od`, "dev", "blocked_by_policy"],
  ["npm run deploy pr\\\nod", "dev", "blocked_by_policy"],
  ["npm run deploy $'prod'", "dev", "blocked_by_policy"],
  [`npm run deploy pr\${x}od`, "dev", "blocked_by_policy"],
  [`npm run deploy \${x:-prod}`, "dev", "blocked_by_policy"],
  ["echo $(deploy pr\\\nod)", "dev", "blocked_by_policy"],
  [`git "push" origin prod`, "dev", "blocked_by_policy"],
  ["git  push origin prod", "dev", "blocked_by_policy"],
  ["git -C a push origin prod", "dev", "blocked_by_policy"],
  [String.raw`run C:\prod\x`, "dev", "blocked_by_policy"],
  ["echo cookie: a=b; npm run deploy staging", "dev", undefined],
  ["npm run deploy --cluster-credentials=staging", "dev", undefined],
  [`npm run deploy "sta""ging" --token=abc123def`, "dev", undefined],
  [`NODE_ENV="production" npm run build`, "dev", undefined],
  [`npm run x ${"0".repeat(60_000)}; ls`, "dev", undefined],
  [`echo ${"0".repeat(30_000)}`, "dev", undefined],
  ["curl -H 'Cookie: a=b; theme=dark' https://staging.example.org", "dev", undefined],
];

it.each(arriving.map(([line, environment, error]) => [line.slice(0, 80), environment, error, line] as const))(
  "judges %j in %s as it really arrives",
  async (_, environment, error, line) => {
    const request = { tool: "Bash", callId: "c", input: { command: line } };
    const call = toCall(request, { id: "i", callId: "c", runners: [], tools: {}, cwd: "/repo", root: "/repo" });
    const event = anEvent({ name: "tool.before", request });
    const guard = await handlerOf("production_guard");
    const result = await guard(toContext(event, { call }, { root: "/repo", environment }), toolsFor(folderWith()));
    expect(result?.error).toBe(error);
  },
);
