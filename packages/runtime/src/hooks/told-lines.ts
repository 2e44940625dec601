import type { Told } from "@writ/contracts";
import { visibleLine } from "@writ/engine";

/** What hooks say as text for a model, which is asked to pass on what is for its person. */
export function toldLines({ context, messages = [] }: Pick<Told, "context" | "messages">): string[] {
  const passedOn = messages.map((message) => `Tell your person: ${visibleLine(message.trim().replace(/\s+/g, " "))}`);
  return context === undefined ? passedOn : [context, ...passedOn];
}
