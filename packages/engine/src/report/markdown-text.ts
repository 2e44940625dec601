import { visibleLine } from "../preview.ts";

/** Whatever could begin markup, an address or a formula. A time of day stays as it is. */
const markup = /[\\`*_{}[\]<>|~&$]|(?<!\d):|:(?!\d)|(?<=www)\./gi;

const entity = (character: string): string => `&#${character.codePointAt(0) ?? 0};`;

/** Text for Markdown that stays text: nobody is called by it, and no issue linked. */
export const plain = (text: string): string =>
  visibleLine(text)
    .replace(markup, entity)
    .replace(/[@#](?!\d+;)/g, "$&<!-- -->");

/** A name, set as code. Entities, since a backslash before a bar means another thing inside of tables. */
export const code = (text: string): string =>
  `<code>${visibleLine(text).replace(markup, entity).replace(/^ | $/g, "&#32;")}</code>`;
