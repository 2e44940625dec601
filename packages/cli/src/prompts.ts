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
  return {
    async text(question, { placeholder, initial, optional = false } = {}) {
      const { text, isCancel } = await clack();
      const answer = await text({
        message: question,
        ...(placeholder !== undefined && { placeholder }),
        ...(initial !== undefined && { initialValue: initial }),
        validate: (value) => (optional || (value ?? "").trim() !== "" ? undefined : "Please type something."),
      });
      if (isCancel(answer)) throw new Cancelled();
      return (answer ?? "").trim();
    },
    async confirm(question) {
      const { confirm, isCancel } = await clack();
      const answer = await confirm({ message: question, initialValue: false });
      if (isCancel(answer)) throw new Cancelled();
      return answer;
    },
    async choose(question, choices) {
      const { select, isCancel } = await clack();
      const answer = await select<string>({ message: question, options: choices.map((choice) => ({ ...choice })) });
      const chosen = choices.find(({ value }) => value === answer);
      if (isCancel(answer) || chosen === undefined) throw new Cancelled();
      return chosen.value;
    },
    async chooseMany(question, choices, chosen) {
      const { multiselect, isCancel } = await clack();
      const answer = await multiselect<string>({
        message: question,
        options: choices.map((choice) => ({ ...choice })),
        initialValues: [...chosen],
        required: false,
      });
      if (isCancel(answer)) throw new Cancelled();
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

/** A terminal that says it is nothing wide would get its questions one letter a line. */
function giveSize(output: NodeJS.WritableStream): void {
  if ("columns" in output && output.columns === 0) Object.assign(output, { columns: 80 });
  if ("rows" in output && output.rows === 0) Object.assign(output, { rows: 24 });
}
