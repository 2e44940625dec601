import { createInterface } from "node:readline/promises";
import { Cancelled, type Prompter } from "./io.ts";
import { dropTypedAhead } from "./typed-ahead.ts";

type Streams = { readonly input: NodeJS.ReadableStream; readonly output: NodeJS.WritableStream };

/** Questions on the terminal. The library is loaded when the first question is asked. */
export function terminalPrompter({ input, output }: Streams): Prompter {
  let asked = 0;
  const clack = async () => {
    giveSize(output);
    const loaded = await import("@clack/prompts");
    await dropTypedAhead(input, asked === 0);
    asked += 1;
    return loaded;
  };
  const answerTo = async <A>(put: (signal: AbortSignal) => Promise<A>): Promise<Exclude<A, symbol>> => {
    const answer = await whileOpen(input, put);
    if (isAnswer(answer)) return answer;
    throw new Cancelled();
  };
  return {
    async text(question, { placeholder, initial, optional = false } = {}) {
      const { text } = await clack();
      const answer = await answerTo((signal) =>
        text({
          message: question,
          ...(placeholder !== undefined && { placeholder }),
          ...(initial !== undefined && { initialValue: initial }),
          validate: (value) => (optional || (value ?? "").trim() !== "" ? undefined : "Please type something."),
          signal,
        }),
      );
      return (answer ?? "").trim();
    },
    async confirm(question) {
      const { confirm } = await clack();
      return answerTo((signal) => confirm({ message: question, initialValue: false, signal }));
    },
    async choose(question, choices) {
      const { select } = await clack();
      const options = choices.map((choice) => ({ ...choice }));
      const answer = await answerTo((signal) => select<string>({ message: question, options, signal }));
      const chosen = choices.find(({ value }) => value === answer);
      if (chosen === undefined) throw new Cancelled();
      return chosen.value;
    },
    async chooseMany(question, choices, chosen) {
      const { multiselect } = await clack();
      const options = choices.map((choice) => ({ ...choice }));
      const answer = await answerTo((signal) =>
        multiselect<string>({ message: question, options, initialValues: [...chosen], required: false, signal }),
      );
      return choices.map(({ value }) => value).filter((value) => answer.includes(value));
    },
    async more(left) {
      const terminal = createInterface({ input, output });
      try {
        const closed = new Promise<never>((_, reject) => terminal.once("close", () => reject(new Cancelled())));
        const question = `-- ${left} more ${left === 1 ? "line" : "lines"}: Enter shows them, q stops --`;
        const said = await Promise.race([terminal.question(question), closed]);
        if (/^\s*q/i.test(said)) throw new Cancelled();
      } finally {
        terminal.removeAllListeners("close");
        terminal.close();
      }
    },
  };
}

/** The library says with a symbol that a person left. */
const isAnswer = <A>(answer: A): answer is Exclude<A, symbol> => typeof answer !== "symbol";

/**
 * Puts a question as long as somebody can answer it. After Ctrl-D nothing more is read, and the library would wait for
 * ever; what is only waiting for a promise ends as if all were well.
 */
async function whileOpen<A>(input: NodeJS.ReadableStream, put: (signal: AbortSignal) => Promise<A>): Promise<A> {
  const closed = new AbortController();
  let isAnswered = false;
  // An answer stops the reading too, and is known before that comes up.
  const stopped = () => setImmediate(() => isAnswered || closed.abort());
  input.on("pause", stopped);
  try {
    return await put(closed.signal);
  } finally {
    isAnswered = true;
    input.off("pause", stopped);
  }
}

/** A terminal that says it is nothing wide would get its questions one letter a line. */
function giveSize(output: NodeJS.WritableStream): void {
  if ("columns" in output && output.columns === 0) Object.assign(output, { columns: 80 });
  if ("rows" in output && output.rows === 0) Object.assign(output, { rows: 24 });
}
