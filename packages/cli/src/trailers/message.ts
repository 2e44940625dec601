/** Where git shows what is committed, below the message; nothing from there on belongs to it. */
const scissors = /^.{1,20} -{24} >8 -{24}$/m;

/** Whether somebody wrote something: a message of comments alone is none. */
export function hasWords(message: string, comment: string): boolean {
  const [text = ""] = message.split(scissors);
  const mark = comment === "" || comment === "auto" ? "#" : comment;
  return text.split("\n").some((line) => line.trim() !== "" && !line.startsWith(mark));
}

/** Whether an id stays one line of a message, whatever it is. */
export function isTrailerSafe(id: string): boolean {
  return /^[\w][\w.-]{0,79}$/.test(id);
}
