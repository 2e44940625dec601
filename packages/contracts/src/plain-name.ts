const name = "[\\p{L}\\p{N}_][\\p{L}\\p{N}_.:@+-]{0,127}";
const wholeName = new RegExp(`^${name}$`, "u");
const modelName = new RegExp(`^${name}(?:/${name}){0,2}$`, "u");
const webAddress = /^https:\/\/[\w.-]{1,128}(?::\d{1,5})?(?:\/[\w.~%+@:-]{0,128}){0,8}$/;

/** Whether a text is a short name and nothing else: no path, no sentence, no command. */
export const isPlainName = (text: string): boolean => wholeName.test(text);

/** The same for a model, which may name its maker: `openai/gpt-5`. */
export const isPlainModel = (text: string): boolean => modelName.test(text);

/** The same for a conversation, which may have an address. */
export const isPlainAddress = (text: string): boolean => wholeName.test(text) || webAddress.test(text);
