import type { Ability } from "@writ/contracts";

/** An ability as registries spell it. */
export function toJson(ability: Ability): Record<string, unknown> {
  const { operationKey, whenToUse, negativeKeywords, source, ...rest } = ability;
  return {
    ...rest,
    ...(operationKey === undefined ? {} : { operation_key: operationKey }),
    when_to_use: whenToUse,
    negative_keywords: negativeKeywords,
    source,
  };
}
