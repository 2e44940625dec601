import { visibleLine } from "../preview.ts";

/**
 * Whatever could begin markup, an address, a list or a formula; a time of day stays as it is, and so does a colon between
 * words. And what calls somebody or links an issue, however it is spelled: that is read from the text as it is shown, so
 * only a break in it helps.
 */
const markup = /[@#]|\bGH(?=-\d)|[\\`*_{}[\]<>|~&$]|(?<!\d):(?!\s)|:(?![\d\s])|(?<=www)\.|^[-+=:]|(?<=^\d{1,9})[.)]/gi;

const entity = (character: string): string => `&#${character.codePointAt(0) ?? 0};`;

const harmless = (found: string): string => (/^(?:[@#]|GH)$/i.test(found) ? `${found}<!-- -->` : entity(found));

/** Text for Markdown that stays text: nobody is called by it, and no issue linked. */
export const plain = (text: string): string => visibleLine(text).replace(markup, harmless);

/** A name, set as code. Entities, since a backslash before a bar means another thing inside of tables. */
export const code = (text: string): string =>
  `<code>${visibleLine(text)
    .replace(/[\\`*_{}[\]<>|~&$#@:]/g, entity)
    .replace(/^ | $/g, "&#32;")}</code>`;
