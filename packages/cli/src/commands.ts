import type { Command, Group } from "./command.ts";
import abilitiesLint from "./commands/abilities/lint.ts";
import abilitiesList from "./commands/abilities/list.ts";
import abilitiesShow from "./commands/abilities/show.ts";
import abilitiesSuggest from "./commands/abilities/suggest.ts";
import abilitiesUsage from "./commands/abilities/usage.ts";
import { acknowledge as alarmAcknowledge, list as alarmList } from "./commands/alarms.ts";
import approve from "./commands/approve.ts";
import blame from "./commands/blame.ts";
import check from "./commands/check.ts";
import { completions } from "./commands/completions.ts";
import { daemonStatus, daemonStop } from "./commands/daemon.ts";
import demo from "./commands/demo.ts";
import doctor from "./commands/doctor.ts";
import erase from "./commands/erase.ts";
import explain from "./commands/explain.ts";
import exportRecords from "./commands/export.ts";
import followUpList from "./commands/followups/list.ts";
import followUpRun from "./commands/followups/run.ts";
import { done as followUpDone, drop as followUpDrop } from "./commands/followups/settle.ts";
import { grantsList, grantsRevoke } from "./commands/grants.ts";
import hook from "./commands/hook.ts";
import hooksList from "./commands/hooks/list.ts";
import hooksRegister from "./commands/hooks/register.ts";
import hooksRun from "./commands/hooks/run.ts";
import hooksScaffold from "./commands/hooks/scaffold.ts";
import hooksTest from "./commands/hooks/test.ts";
import hooksValidate from "./commands/hooks/validate.ts";
import importRecords from "./commands/import.ts";
import init from "./commands/init.ts";
import accept from "./commands/intent/accept.ts";
import add from "./commands/intent/add.ts";
import done from "./commands/intent/done.ts";
import edit from "./commands/intent/edit.ts";
import list from "./commands/intent/list.ts";
import map from "./commands/intent/map.ts";
import propose from "./commands/intent/propose.ts";
import select from "./commands/intent/select.ts";
import show from "./commands/intent/show.ts";
import { block, reopen } from "./commands/intent/status-commands.ts";
import validate from "./commands/intent/validate.ts";
import knowledgeLint from "./commands/knowledge/lint.ts";
import knowledgeRoute from "./commands/knowledge/route.ts";
import lesson from "./commands/lesson.ts";
import log from "./commands/log.ts";
import mcp from "./commands/mcp.ts";
import pause from "./commands/pause.ts";
import publish from "./commands/publish.ts";
import reject from "./commands/reject.ts";
import report from "./commands/report.ts";
import status from "./commands/status.ts";
import trailers from "./commands/trailers.ts";
import trust from "./commands/trust.ts";
import undo from "./commands/undo.ts";
import uninstall from "./commands/uninstall.ts";
import verify from "./commands/verify.ts";
import why from "./commands/why.ts";

/** Every command, in the order `--help` shows them. Of `hook` and `mcp` only the help: the rest is a bundle of its own (bin/writ.cjs). */
export const commands: readonly (Command | Group)[] = [
  init,
  demo,
  status,
  {
    name: "intent",
    summary: "The pieces of work agents may take up",
    commands: [list, show, add, edit, select, propose, accept, done, block, reopen, map, validate],
  },
  approve,
  reject,
  {
    name: "grants",
    summary: "What may run without another question, for how long",
    commands: [grantsList, grantsRevoke],
    otherwise: grantsList,
  },
  log,
  blame,
  why,
  undo,
  {
    name: "alarms",
    summary: "Protected files that changed without Writ having done it",
    commands: [alarmList, alarmAcknowledge],
    otherwise: alarmList,
  },
  verify,
  check,
  report,
  erase,
  publish,
  trailers,
  exportRecords,
  importRecords,
  pause,
  explain,
  {
    name: "hooks",
    summary: "What runs when something happens in a session",
    commands: [hooksList, hooksRegister, hooksValidate, hooksRun, hooksScaffold, hooksTest],
  },
  {
    name: "followups",
    summary: "What hooks want done, for you to decide",
    commands: [followUpList, followUpRun, followUpDone, followUpDrop],
    otherwise: followUpList,
  },
  {
    name: "abilities",
    summary: "What agents can use here: workflows, skills, operations",
    commands: [abilitiesList, abilitiesShow, abilitiesSuggest, abilitiesLint, abilitiesUsage],
  },
  {
    name: "knowledge",
    summary: "The documents to read for a piece of work",
    commands: [knowledgeRoute, knowledgeLint],
  },
  lesson,
  trust,
  doctor,
  uninstall,
  {
    name: "daemon",
    summary: "The process that answers hooks without a start of their own",
    commands: [daemonStatus, daemonStop],
  },
  hook,
  mcp,
  completions(() => commands),
];
