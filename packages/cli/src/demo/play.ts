import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { blameTable } from "../blame/table.ts";
import { formatEntry } from "../history/format.ts";
import { mergeByTime } from "../history/merge.ts";
import type { Context } from "../io.ts";
import { paintFor } from "../text/paint.ts";
import { plural } from "../text/table.ts";
import { lineLines } from "../why/line-lines.ts";
import type { Narrator } from "./narrator.ts";
import type { Reply, Stage } from "./stage.ts";

const architect = "architect";
const builder = "builder";
const login = "src/auth/login.ts";
const plain = paintFor(false);

/** One scene after the other, each on what the one before left behind. */
export async function play(stage: Stage, tell: Narrator, context: Context): Promise<void> {
  await withoutIntent(stage, tell);
  await handshake(stage, tell);
  await inAndOutOfScope(stage, tell);
  await collision(stage, tell);
  await approval(stage, tell, context);
  await history(stage, tell, context);
  await commit(stage, tell);
  await why(stage, tell, context);
}

async function withoutIntent(stage: Stage, tell: Narrator): Promise<void> {
  await tell.scene("No intent, no change");
  tell.agent(architect, `wants to write ${login}`);
  const reply = await stage.call(architect, "write_to_file", {
    path: login,
    content: "export const login = () => true;\n",
  });
  refused(reply, "NO_ACTIVE_INTENT", tell);
  tell.say("Reading is free. To change something, an agent first says what it is working on.");
}

async function handshake(stage: Stage, tell: Narrator): Promise<void> {
  await tell.scene("The handshake");
  tell.agent(architect, "calls select_active_intent(INT-001), and is told what matters, and no more:");
  tell.quote(done(await stage.call(architect, "select_active_intent", { intent_id: "INT-001" })), 11);
}

async function inAndOutOfScope(stage: Stage, tell: Narrator): Promise<void> {
  await tell.scene("Inside the scope, and outside of it");
  // Both read the file now; the builder will come back to it later.
  done(await stage.call(architect, "read_file", { path: login }));
  done(await stage.call(builder, "read_file", { path: login }));
  tell.agent(architect, `writes ${login}`);
  const content =
    "let failures = 0;\n\nexport function login(user: string, password: string) {\n  if (failures >= 5) return false;\n  return check(user, password);\n}\n";
  done(await stage.call(architect, "write_to_file", { path: login, content }));
  tell.answer(true, "The intent owns src/auth/**. What changed is written down, line by line.");
  tell.agent(architect, "then wants to write src/billing/invoice.ts");
  const reply = await stage.call(architect, "write_to_file", {
    path: "src/billing/invoice.ts",
    content: "export const total = 0;\n",
  });
  refused(reply, "SCOPE_VIOLATION", tell);
}

async function collision(stage: Stage, tell: Narrator): Promise<void> {
  await tell.scene("Two agents, one file");
  done(await stage.call(builder, "select_active_intent", { intent_id: "INT-001" }));
  tell.agent(builder, `read ${login} before the architect changed it, and wants to write it now`);
  const stale =
    "export function login(user: string, password: string) {\n  log(user);\n  return check(user, password);\n}\n";
  refused(await stage.call(builder, "write_to_file", { path: login, content: stale }), "STALE_FILE", tell);
  tell.agent(builder, "reads it again, and adds its line to what is there");
  const now = done(await stage.call(builder, "read_file", { path: login }));
  const content = now.replace("  return check", "  log(user);\n  return check");
  done(await stage.call(builder, "write_to_file", { path: login, content }));
  tell.answer(true, "Nobody's work was lost.");
}

async function approval(stage: Stage, tell: Narrator, { now }: Context): Promise<void> {
  await tell.scene("Where a person must agree");
  const call = { path: "package.json", content: '{\n  "name": "shop",\n  "version": "1.1.0"\n}\n' };
  done(await stage.call(architect, "read_file", { path: call.path }));
  tell.agent(architect, "wants to write package.json: the intent owns it, but what it holds can run code");
  refused(await stage.call(architect, "write_to_file", call), "APPROVAL_REQUIRED", tell);
  const ticket = (await stage.writ.tickets.list()).find(
    ({ status, expiresAt }) => status === "open" && expiresAt > now(),
  );
  if (ticket === undefined) throw new Error("no ticket was opened");
  tell.say(`You would run: writ approve ${ticket.id}   (it shows the whole change first)`);
  await stage.writ.answer(ticket.id, { approved: true, by: "narrator", assurance: "script" });
  tell.say('Here the narrator says yes, as a "script": this scratch repository allows that, a real one wants you.');
  tell.agent(architect, "repeats exactly the same call");
  done(await stage.call(architect, "write_to_file", call));
  tell.answer(true, "Approved once, for exactly this change. Anything else asks again.");
}

async function history(stage: Stage, tell: Narrator, { paint }: Context): Promise<void> {
  await tell.scene("Everything is on record");
  tell.say(`What was decided and changed, as \`writ log --file ${login}\` shows it:`);
  const query = { file: login };
  for await (const entry of mergeByTime(stage.writ.decisions.read(query), stage.writ.traces.read(query))) {
    tell.say(formatEntry(entry, paint));
  }
  tell.say("And .orchestration/intent_map.md, from intents to files:");
  const map = await stage.read(".orchestration/intent_map.md");
  tell.quote(
    map
      .replace(/<!--.*?-->/gs, "")
      .replace(/\n\s*\n/g, "\n")
      .trim(),
  );
}

async function commit(stage: Stage, tell: Narrator): Promise<void> {
  await tell.scene("The reasons travel with the commit");
  await stage.git("add", "--all");
  await stage.git("commit", "--quiet", "--message", "Lock accounts after failed logins");
  const ledger = join(stage.root, ".orchestration", "ledger");
  const published = (await readdir(ledger, { recursive: true })).filter((name) => name.endsWith(".jsonl"));
  tell.say("git commit ran the commit hook, and `writ publish` put the records of the committed files into");
  for (const name of published.sort()) tell.quote(`.orchestration/ledger/${name.replaceAll("\\", "/")}`);
  const { ok, records, problems } = await stage.writ.verify();
  tell.say("`writ verify` follows the chain of hashes through all of them:");
  tell.answer(
    ok,
    ok ? `${plural(records, "record")}, none edited, removed or reordered.` : plural(problems.length, "problem"),
  );
}

async function why(stage: Stage, tell: Narrator, context: Context): Promise<void> {
  await tell.scene("Who made this line, and why?");
  await stage.write(login, `// Ask Ada before you change this.\n${await stage.read(login)}`);
  tell.say(`A person adds a line by hand, and a year later somebody asks: writ blame ${login}`);
  // Nothing of the screen goes into what is quoted.
  const page = { ...context, paint: plain, tty: { ...context.tty, output: false } };
  const texts = (await stage.read(login)).trimEnd().split("\n");
  tell.quote(blameTable(await stage.writ.blame(login), texts, { paint: plain, width: null }).join("\n"));
  const at = texts.findIndex((text) => text.includes("failures >= 5")) + 1;
  tell.say(`writ why ${login}:${at}`);
  const told = await stage.writ.why(login, { lines: { from: at, to: at } });
  tell.quote(
    lineLines(told, texts, (by) => by, page)
      .slice(2)
      .join("\n"),
  );
  tell.say("Renaming, reformatting, rebasing or squashing changes none of these answers.");
}

function done(reply: Reply): string {
  if (reply.ok) return reply.result;
  throw new Error(`${reply.error.code}: ${reply.error.message}`);
}

function refused(reply: Reply, code: string, tell: Narrator): void {
  if (reply.ok) throw new Error(`expected ${code}, but the call went through`);
  if (reply.error.code !== code) throw new Error(`expected ${code}, got ${reply.error.code}: ${reply.error.message}`);
  tell.answer(false, `${reply.error.code}: ${reply.error.message}`);
  tell.quote(reply.error.suggestion);
}
