/**
 * Build servers take commands from what is printed: Azure from `##vso[…]` and `##[…]`, TeamCity from `##teamcity[…]`,
 * anywhere in a line. What a file is called must not give one.
 */
export const unmarked = (text: string): string => text.replaceAll("##", "#\\x23");

/** The same within JSON, whose readers get back what was there. */
export const unmarkedJson = (json: string): string => json.replaceAll("##", "#\\u0023");
