export { isDescribed } from "./abilities/check.ts";
export type { Described, Description, Origin } from "./abilities/description.ts";
export { type Gathered, gather } from "./abilities/gather.ts";
export { abilityFileOf, agentFolders } from "./abilities/which-file.ts";
export { canonicalJson } from "./canonical.ts";
export { type Finding, type Guarded, tamperedWith } from "./changes/alarms.ts";
export { changesBetween, isSame, type Sides } from "./changes/changes-between.ts";
export { type Author, fateOf } from "./changes/fate.ts";
export { isSameKept, mergeUndo } from "./changes/merge-undo.ts";
export { type Background, type IntentContext, toIntentJson, toIntentXml } from "./context/intent.ts";
export { promptSection, protocolSentence } from "./context/prompt.ts";
export { type RecentChange, recentChanges } from "./context/recent.ts";
export { type Decided, decide, isAnswered } from "./decide.ts";
export {
  type Content,
  fitsContent,
  fromAgentTrace,
  fromForeign,
  kindOf,
  type Means,
  makerOf,
  placeClaim,
  type Read,
  toAgentTrace,
  toUuid,
} from "./exchange/index.ts";
export { globProblem, type Matcher, matchesAny, matchingPattern, ownerOf, treeOwnerOf } from "./globs.ts";
export type { HookFault } from "./hooks/fault.ts";
export { fileChanges } from "./hooks/file-changes.ts";
export { mismatch } from "./hooks/match.ts";
export { blockedByPolicy, hasFailed, merge, type RanHook } from "./hooks/merge.ts";
export { type Ordered, order } from "./hooks/order.ts";
export { parseResult } from "./hooks/parse-result.ts";
export { type Plan, plan, switchedOff } from "./hooks/plan.ts";
export { redact } from "./hooks/redact/redact.ts";
export { refusable } from "./hooks/refusable.ts";
export { type KnownAbility, sayContext, sayMessages } from "./hooks/say.ts";
export { toContext } from "./hooks/to-context.ts";
export { toHook } from "./hooks/to-hook.ts";
export { type ResultRead, toResult } from "./hooks/to-result.ts";
export { dependenciesOf, dependentsOf, isOpen, type Relation } from "./intents/relations.ts";
export { isKnowledgeRead } from "./knowledge/check.ts";
export { chooseDocuments, type Fitting } from "./knowledge/choose.ts";
export { intentWords } from "./knowledge/intent-words.ts";
export { narrow } from "./knowledge/narrow.ts";
export type { KnowledgeRead } from "./knowledge/parse-file.ts";
export type { RouteIndex } from "./knowledge/route-index.ts";
export { knowledgeFileOf } from "./knowledge/which-file.ts";
export {
  type Alike,
  addBases,
  addedIn,
  areOfSeveral,
  asLater,
  type Basis,
  beginningOf,
  type CommitRank,
  changedLines,
  commitsOf,
  countChanged,
  type FileStep,
  findMoved,
  freshIn,
  type IsLinked,
  inOrder,
  isAmong,
  isFollowed,
  isImported,
  isStep,
  type Keyed,
  keyOf,
  type Leftover,
  type Leftovers,
  type LineOrigin,
  lineKey,
  parseShape,
  placeOf,
  plainText,
  type Recorded,
  type Source,
  type StepTable,
  shapeOf,
  stepsIn,
  type Told,
  type Trail,
  tableOf,
  toChanged,
  trailFrom,
  trailOf,
} from "./lineage/index.ts";
export { isCommonLine } from "./lines/common.ts";
export { fingerprint } from "./lines/fingerprint.ts";
export { hunksBetween } from "./lines/hunks.ts";
export { linesOf as splitLines } from "./lines/split.ts";
export { tokenDigestText } from "./lines/tokens.ts";
export { type IgnoreRules, parseGitignore } from "./markup/gitignore.ts";
export { waysTo } from "./markup/ways.ts";
export { type Classified, classify } from "./mutation/classify.ts";
export { expectedText } from "./mutation/expected.ts";
export { mutationClass } from "./mutation/mutation-class.ts";
export { type Language, languageOf } from "./mutation/tree/languages.ts";
export type { SyntaxNode, SyntaxTree } from "./mutation/tree/syntax.ts";
export { nearest } from "./nearest.ts";
export { unquoteLoosely } from "./patch/quoted-path.ts";
export { foldName } from "./paths/fold.ts";
export { decodeLoosely } from "./paths/loose-bytes.ts";
export { newNameProblem } from "./paths/names.ts";
export { guardedNames, isProtected } from "./paths/protected.ts";
export { isSensitive } from "./paths/sensitive.ts";
export { type Platform, readSpelling, type Spelling } from "./paths/spelling.ts";
export { strictest, tierOf } from "./paths/tier.ts";
export { after } from "./pipeline/after.ts";
export { before } from "./pipeline/before.ts";
export { approval } from "./policies/approval.ts";
export { ruleText } from "./policies/command-rules.ts";
export { askExpansion, expansionProblem, scopeOf } from "./policies/expansion.ts";
export { availableIntents, findIntent, gate, intentProblem } from "./policies/gate.ts";
export { instantOf, isPast } from "./policies/instant.ts";
export { isSafe, ruleFor } from "./policies/kind.ts";
export { lock, normalizedHash } from "./policies/lock.ts";
export { linesOf } from "./policies/quick.ts";
export { rejection } from "./policies/rejection.ts";
export { scope } from "./policies/scope.ts";
export { throughs } from "./policies/through.ts";
export { detailOf, previewOf, visible, visibleLine } from "./preview.ts";
export { record } from "./record.ts";
export { addLesson } from "./render/brain.ts";
export { addToMap, type MapEntry, mapEntries, renderMap } from "./render/map.ts";
export { differencePreview } from "./render/stale.ts";
export { definitions, definitionsOf, hasSettings, isDefinition } from "./runners/definitions.ts";
export { partsIn, partsUsed } from "./runners/parts.ts";
export { type Started, startedBy } from "./runners/started.ts";
export { type Analysis, analyse } from "./shell/analyse.ts";
export { shadowOf } from "./shell/code/python-shadows.ts";
export type { World } from "./shell/finding.ts";
export type { NodeKind, TreeNode } from "./shell/syntax/tree.ts";
export { writIntentSelect } from "./shell/wrappers/intent-select.ts";
export { refusalWrites } from "./steps/refusal.ts";
export { type Analyser, runningInput, unlooked } from "./tools/commands.ts";
export { mcpInput } from "./tools/mcp.ts";
export { type CallOptions, type ReadOptions, readCall } from "./tools/read-call.ts";
export { toCall } from "./tools/to-call.ts";
