import { join } from "node:path";
import { fail, type Intent } from "@writ/contracts";
import type { Writ } from "@writ/runtime";
import { recordAcceptances } from "../../acceptance.ts";
import { vouch } from "../../answers.ts";
import type { ExitCode } from "../../command.ts";
import { kindAt } from "../../files.ts";
import type { Context } from "../../io.ts";
import { printFindings } from "./validate.ts";

/** Opens the intents in the person's editor until the file is sound or the person gives up. */
export async function editIntents(writ: Writ, context: Context): Promise<ExitCode> {
  const { env, platform, ask, edit, print } = context;
  const editor = env.VISUAL || env.EDITOR || (platform === "win32" ? "notepad" : "vi");
  const file = await fileOf(writ.root);
  const before = await intentsIn(writ);
  for (;;) {
    const code = await edit(editor, file);
    if (code !== 0) {
      throw fail("USAGE", {
        message: `The editor (${editor}) could not be used${code === null ? "" : ` (exit code ${code})`}.`,
        fix: "Set $EDITOR, or edit .orchestration/active_intents.yaml yourself and run: writ intent validate",
      });
    }
    const read = await writ.intents.read();
    const findings = read.state === "missing" ? [] : read.findings;
    printFindings(file, findings, context);
    if (read.state !== "invalid" && findings.every(({ severity }) => severity !== "error")) {
      await recordAcceptances(writ, context, await vouch(writ, context), { before, now: await intentsIn(writ) });
      print("The file is sound.");
      return 0;
    }
    if (!(await ask.confirm("The file has errors, so changes are refused until it is mended. Edit it again?")))
      return 1;
  }
}

async function intentsIn(writ: Writ): Promise<readonly Intent[]> {
  const read = await writ.intents.read();
  return read.state === "ok" ? read.intents : [];
}

async function fileOf(root: string): Promise<string> {
  const [yaml, yml] = ["yaml", "yml"].map((ending) => join(root, ".orchestration", `active_intents.${ending}`));
  if (yaml === undefined || yml === undefined) return join(root, ".orchestration", "active_intents.yaml");
  return (await kindAt(yaml)) === "absent" && (await kindAt(yml)) === "file" ? yml : yaml;
}
