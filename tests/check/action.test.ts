import { spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { command } from "../scenarios/cli-bed.ts";
import { cloneOf, startWork } from "./bed.ts";

const root = join(import.meta.dirname, "../..");
const action = (name: string) => join(root, "action", name);

interface Comment {
  id: number;
  body: string;
  user: { type: string; login: string };
}

/** The part of GitHub's API that the comment needs, with a pull request 7. */
async function github(comments: Comment[], status?: number) {
  const calls: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    calls.push(`${request.method} ${pathname}`);
    const send = (code: number, value: unknown) => {
      response.writeHead(code, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    };
    if (request.headers.authorization !== "Bearer secret") return send(401, {});
    if (status !== undefined && request.method !== "GET") return send(status, { message: "Resource not accessible" });
    const [, id] = /^\/repos\/o\/r\/issues\/comments\/(\d+)$/.exec(pathname) ?? [];
    if (request.method === "PATCH" && id !== undefined) {
      const found = comments.find((one) => one.id === Number(id));
      if (found === undefined) return send(404, {});
      found.body = (await bodyOf(request)).body;
      return send(200, found);
    }
    if (pathname !== "/repos/o/r/issues/7/comments") return send(404, {});
    if (request.method === "POST") {
      const made = { id: 900, body: (await bodyOf(request)).body, user: { type: "Bot", login: "github-actions[bot]" } };
      comments.push(made);
      return send(201, made);
    }
    const page = Number(searchParams.get("page"));
    return send(200, comments.slice((page - 1) * 100, page * 100));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return { calls, url: `http://127.0.0.1:${port}` };
}

async function bodyOf(request: IncomingMessage): Promise<{ body: string }> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}

function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "writ-action-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function run(program: string, args: readonly string[], options: { cwd?: string; env: NodeJS.ProcessEnv }) {
  return new Promise<{ code: number | null; out: string }>((resolve) => {
    const child = spawn(program, args, { ...options, env: { PATH: process.env.PATH, ...options.env } });
    let out = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        out += String(chunk);
      });
    child.on("close", (code) => resolve({ code, out }));
  });
}

describe("the comment", () => {
  const report = "<!-- writ-check -->\n\n### Writ: passed\n";
  const person = { type: "User", login: "mallory" };
  const bot = { type: "Bot", login: "github-actions[bot]" };
  const write = async (server: string, event: unknown = { pull_request: { number: 7 } }) => {
    const folder = scratch();
    writeFileSync(join(folder, "event.json"), JSON.stringify(event));
    writeFileSync(join(folder, "comment.md"), report);
    return run(process.execPath, [action("comment.mjs")], {
      env: {
        GITHUB_API_URL: server,
        GITHUB_REPOSITORY: "o/r",
        GITHUB_TOKEN: "secret",
        GITHUB_EVENT_PATH: join(folder, "event.json"),
        WRIT_COMMENT_FILE: join(folder, "comment.md"),
      },
    });
  };

  it("is written once, and anew from then on", async () => {
    const comments: Comment[] = [];
    const { url, calls } = await github(comments);
    await write(url);
    expect(comments.map(({ body }) => body)).toEqual([report]);
    comments[0] = { ...comments[0], id: 5, body: "<!-- writ-check -->\nold", user: bot };
    await write(url);
    expect(comments.map(({ body }) => body)).toEqual([report]);
    await write(url);
    expect(calls.filter((call) => !call.startsWith("GET"))).toEqual([
      "POST /repos/o/r/issues/7/comments",
      "PATCH /repos/o/r/issues/comments/5",
    ]);
  });

  it("is found behind many others, and never a person's who wrote the same words", async () => {
    const others = Array.from({ length: 150 }, (_, id) => ({ id, body: `<!-- writ-check --> ${id}`, user: person }));
    const comments: Comment[] = [...others, { id: 200, body: "<!-- writ-check -->\nold", user: bot }];
    const { url } = await github(comments);
    await write(url);
    expect(comments.filter(({ body }) => body === report).map(({ id }) => id)).toEqual([200]);
  });

  it("is one for each workspace of the repository", async () => {
    const other = { id: 3, body: "<!-- writ-check packages%2Fx%2F -->\nother", user: bot };
    const comments: Comment[] = [other];
    const { url } = await github(comments);
    await write(url);
    expect(comments.map(({ body }) => body)).toEqual([other.body, report]);
  });

  it("is left out, and that is said, where the token may only read", async () => {
    const { url } = await github([], 403);
    const { code, out } = await write(url);
    expect(code).toBe(0);
    expect(out).toContain(
      "::notice title=writ check::The comment could not be written (POST /issues/7/comments: 403).",
    );
    expect(out).not.toContain("secret");
  });

  it("is for pull requests only", async () => {
    const { url, calls } = await github([]);
    expect(await write(url, { ref: "refs/heads/main" })).toMatchObject({ code: 0 });
    expect(calls).toEqual([]);
  });
});

describe("the action", () => {
  const { runs } = parse(readFileSync(action("action.yml"), "utf8"));

  it("puts nothing into a command line but through the environment", () => {
    const lines = runs.steps.flatMap((step: { run?: string }) => step.run ?? []);
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line).not.toContain("${{");
  });

  /** The action as a team has it: in a repository of its own, with a Writ beside it that runs this script. */
  const actionWith = async (script: string) => {
    const folder = scratch();
    cpSync(join(root, "action"), folder, { recursive: true });
    const source = join(scratch(), "writ");
    mkdirSync(join(source, "bin"), { recursive: true });
    const manifest = JSON.parse(readFileSync(join(root, "packages/cli/package.json"), "utf8"));
    const { name, version, bin } = manifest;
    writeFileSync(join(source, "package.json"), JSON.stringify({ name, version, bin }));
    writeFileSync(join(source, bin.writ), script);
    const npm = async (...words: string[]) => {
      const { code, out } = await run("npm", [...words, "--offline"], { cwd: folder, env: { HOME: scratch() } });
      expect({ code, out }).toMatchObject({ code: 0 });
    };
    await npm("pack", source);
    // As docs/ci.md says.
    await npm("install", "--package-lock-only", `./${name}-${version}.tgz`);
    return folder;
  };

  it("checks as a workflow does, and hands the results to the steps after it", async () => {
    const { bed, claude, commit } = await startWork({ "src/billing/a.ts": "one\n" }, { config: "mode: observe\n" });
    await claude.read("src/billing/a.ts");
    await claude.write("src/billing/a.ts", "one\ntwo\n");
    commit();
    const clone = await cloneOf(bed);
    const folder = scratch();
    const told = JSON.stringify(join(folder, "started-in"));
    const own = await actionWith(
      `require("node:fs").writeFileSync(${told}, process.cwd());\nrequire(${JSON.stringify(command)});\n`,
    );
    const [output, summary] = [join(folder, "output"), join(folder, "summary")];
    writeFileSync(output, "");
    writeFileSync(summary, "");
    const env = {
      ...clone.env,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_ACTIONS: "true",
      GITHUB_BASE_REF: "main",
      WRIT_RANGE: "",
    };
    const { code, out } = await run(process.execPath, [join(own, "check.mjs")], { cwd: clone.root, env });
    expect(code).toBe(0);
    expect(out).toMatch(/^::error file=src\/billing\/a\.ts,line=2,endLine=2,/m);
    const outputs = Object.fromEntries(
      readFileSync(output, "utf8")
        .trim()
        .split("\n")
        .map((line) => line.split("=", 2)),
    );
    expect(outputs.ok).toBe("false");
    expect(readFileSync(join(folder, "started-in"), "utf8")).not.toContain(clone.root);
    expect(JSON.parse(readFileSync(outputs["sarif-file"], "utf8")).version).toBe("2.1.0");
    expect(readFileSync(outputs["comment-file"], "utf8")).toMatch(/^<!-- writ-check -->/);
    expect(readFileSync(summary, "utf8")).toContain("### Writ: **failed**");
  }, 60_000);

  it("runs nothing that the change brings along, and takes no silence for a yes", async () => {
    const { bed } = await startWork();
    const folder = scratch();
    const evil = `#!/bin/sh\necho ran >'${folder}/ran'\n`;
    await bed.put("node_modules/writ/package.json", JSON.stringify({ name: "writ", version: "0.1.0", bin: "x.sh" }));
    await bed.put("node_modules/writ/x.sh", evil);
    await bed.put("node_modules/.bin/writ", evil);
    for (const file of ["node_modules/writ/x.sh", "node_modules/.bin/writ"]) chmodSync(join(bed.root, file), 0o755);
    bed.git("add", "--all", "--force");
    bed.git("commit", "--quiet", "--no-verify", "--message", "evil");
    const output = join(folder, "output");
    const { HOME = folder, PATH = "" } = process.env;
    const env = { HOME, PATH, RUNNER_TEMP: folder, GITHUB_OUTPUT: output, npm_config_offline: "true" };
    const outcome = async (own: string) => {
      writeFileSync(output, "");
      const fresh = { ...env, npm_config_cache: scratch() };
      const { out } = await run(process.execPath, [join(own, "check.mjs")], { cwd: bed.root, env: fresh });
      expect(existsSync(join(folder, "ran"))).toBe(false);
      expect(readFileSync(output, "utf8")).toContain("ok=false");
      return out;
    };
    expect(await outcome(join(root, "action"))).toContain("There is no Writ beside the action");
    const silent = await actionWith("process.exit(0);\n");
    expect(await outcome(silent)).not.toContain("::error");
    // Not the tarball that the lock file was made of.
    writeFileSync(join(silent, "writ-0.1.0.tgz"), "another");
    expect(await outcome(silent)).toContain("could not be installed");
    // From the registry, by its name.
    const lock = join(silent, "package-lock.json");
    writeFileSync(lock, readFileSync(lock, "utf8").replaceAll("file:writ-0.1.0.tgz", "https://npm.example/writ.tgz"));
    expect(await outcome(silent)).toContain("There is no Writ beside the action");
  }, 60_000);
});
