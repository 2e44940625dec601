import { type Command, defineCommand, type Group, required } from "../command.ts";
import { completionScript, shells } from "../completions/index.ts";

/** The command that prints completions of the whole table, itself included. */
export function completions(table: () => readonly (Command | Group)[]): Command {
  return defineCommand({
    name: "completions",
    summary: "Print shell completions",
    who: "anyone",
    args: { shell: required("the shell", shells) },
    options: {},
    examples: [
      ["completions bash > ~/.local/share/bash-completion/completions/writ", "bash"],
      ["completions zsh > ~/.zfunc/_writ", "zsh, with ~/.zfunc in fpath"],
      ["completions fish > ~/.config/fish/completions/writ.fish", "fish"],
      ["completions powershell >> $PROFILE", "PowerShell"],
    ],

    async run({ shell, json }, { print }) {
      const script = completionScript(shell, table());
      print(json ? JSON.stringify({ shell, script }) : script);
      return 0;
    },
  });
}
