export {
  type DocumentEntry,
  type DocumentMatch,
  type DocumentSuggester,
  openDocumentSuggester,
} from "./document-suggester.ts";
export type { Entry, Place } from "./entry.ts";
export { type Match, type Matcher, type MatchOptions, openMatcher } from "./matcher.ts";
export { patternProblem } from "./patterns.ts";
export { openSuggester, type Suggester, type SuggestOptions } from "./suggester.ts";
