// The analyser of command lines and its grammar: most of what the engine weighs, and only commands need it.
export { analyse, shadowOf, toCall, writIntentSelect } from "@writ/engine";
