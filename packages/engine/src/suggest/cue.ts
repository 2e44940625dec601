import { codeWords } from "./stop-words.ts";
import { stemOf, wordsOf } from "./words.ts";

/** What a clause looks like that probably needs no help of an ability. */
export type Cue = "talk" | "edit" | "concept" | "howto";

const talk =
  /^(thanks?|thx|thank you|great|nice|cool|perfect|haha\w*|lol|hi|hello|hey|good (morning|evening|night)|ok(ay)?|yes|no|yep|nope|hmm+|sure|sorry|stop|continue|looks good|well done)\b/i;
const aboutUs =
  /\b(you|you've|you’ve) (just |already )?(did|do|changed|made|forgot|wrote|said|chose|choose|meant|suggested|mean)\b|\byour (last|answer|previous|suggestion|edit|change|first)|^i (used to|already|love|hate|like|enjoy)\b/i;
const concept =
  /^(what('s|’s| is| are| was)(?! (the|our|my|this|that|your|new)\b)|what does\b.*\b(mean|do|stand for)\b|explain (what|how|why|\w+ to me)|who (are|invented|wrote|made)|which is|should i (learn|use|pick)|is \w+ (better|faster|worse|an?) |how (does|do) .*\b(work|differ|compare)\b|how (many|tall|old|far|big) |tell me (a|about) |(what('s|’s| is) )?(the )?difference between)/i;
const howto =
  /^(how (do|can|would|should|could) (i|you|we|one)|how to|why (is|does|do) my|where is the|what('s|’s| is) the (keyboard|shortcut|syntax))\b/i;
const place =
  /\b(this|these|that|other|same) (\w+ ){0,2}(files?|folders?|lines?|director(y|ies)|paragraph|snippet)\b|\bthe (\w+ )?(file|folder|directory|line)\b|\bline \d+/i;
const looks =
  /^(please )?(make|move|change|set|put|use|swap|align) (the|this|that|all)\b.*\b(button|label|header|heading|title|text|message|font|margin|padding|colou?r|background|icon|pixels)\b/i;
const wish = /^(the|this|that|users?|people|a|an|our|each|every) .*\bshould\b/i;
const says =
  /\b(button|caption|footer|header|heading|label|placeholder|title|tooltip)\b.*\b(instead|read|say|says|should)\b/i;
/** A name as code has it: `parseDate`, `retry()`. */
const identifier = /\b\p{Ll}{2,}\p{Lu}\p{Ll}\w*|\w\(\)/u;

/** What words about the text of a program are compared by. */
export const codeStems: ReadonlySet<string> = new Set([...codeWords].map(stemOf));

/** The cue of a clause, if it has one. */
export function cueOf(clause: string): Cue | undefined {
  const text = clause.trim();
  if (talk.test(text) || aboutUs.test(text)) return "talk";
  if (concept.test(text)) return "concept";
  if ([place, looks, says, wish, identifier].some((pattern) => pattern.test(text))) return "edit";
  if (wordsOf(text).some((word) => codeStems.has(stemOf(word)))) return "edit";
  return howto.test(text) ? "howto" : undefined;
}
