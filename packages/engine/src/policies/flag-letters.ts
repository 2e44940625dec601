/** What the letters of options stand for, by the first words of a command; one letter may be two options. */
const known: Readonly<Record<string, string>> = {
  rm: "r=recursive R=recursive f=force d=dir i=interactive v=verbose",
  cp: "r=recursive R=recursive a=archive a=recursive f=force i=interactive n=no-clobber",
  mv: "f=force i=interactive n=no-clobber",
  ln: "s=symbolic f=force",
  chmod: "R=recursive f=silent v=verbose",
  chown: "R=recursive h=no-dereference",
  chgrp: "R=recursive h=no-dereference",
  "git add": "A=all u=update f=force n=dry-run p=patch",
  "git branch": "d=delete D=delete D=force m=move M=move M=force c=copy C=copy C=force f=force",
  "git checkout": "f=force q=quiet",
  "git clean": "f=force n=dry-run q=quiet i=interactive e=exclude",
  "git commit": "a=all n=no-verify m=message q=quiet s=signoff S=gpg-sign F=file C=reuse-message e=edit p=patch",
  "git fetch": "f=force p=prune P=prune-tags t=tags a=append",
  "git merge": "m=message q=quiet S=gpg-sign",
  "git pull": "f=force r=rebase p=prune",
  "git push": "f=force d=delete n=dry-run u=set-upstream q=quiet v=verbose o=push-option",
  "git rebase": "i=interactive x=exec f=force-rebase r=rebase-merges",
  "git restore": "S=staged W=worktree s=source",
  "git rm": "f=force n=dry-run q=quiet r=recursive",
  "git switch": "f=force f=discard-changes c=create C=force-create d=detach",
  "git tag": "d=delete f=force a=annotate s=sign m=message",
  npm: "g=global f=force D=save-dev S=save E=save-exact O=save-optional w=workspace y=yes",
  pnpm: "g=global D=save-dev E=save-exact O=save-optional F=filter r=recursive w=workspace-root",
  yarn: "D=dev E=exact O=optional P=peer W=ignore-workspace-root-check",
  pip: "U=upgrade r=requirement e=editable y=yes c=constraint i=index-url t=target",
  apt: "y=yes",
  "apt-get": "y=yes",
  docker: "a=all f=force q=quiet v=volumes",
  "docker run": "d=detach i=interactive t=tty p=publish P=publish-all v=volume e=env w=workdir u=user",
  "docker exec": "d=detach i=interactive t=tty e=env w=workdir u=user",
  "docker build": "f=file t=tag q=quiet",
  "docker compose": "f=file p=project-name",
  "docker compose down": "v=volumes t=timeout",
  kubectl: "f=filename n=namespace A=all-namespaces R=recursive l=selector o=output",
  helm: "f=values n=namespace A=all-namespaces i=install o=output",
  curl: "k=insecure X=request d=data o=output O=remote-name L=location f=fail F=form T=upload-file H=header u=user",
};

/** What letters mean to most programs; to some they mean another thing. */
const usual = "r=recursive R=recursive f=force y=yes a=all g=global q=quiet v=verbose n=dry-run";

/** Programs whose long options begin with one dash, so that `-run` is no three letters. */
const undivided =
  /^(find|go|java|javac|terraform|tofu|packer|vault|nomad|consul|gcc|g\+\+|clang|clang\+\+|xcodebuild|openssl|ffmpeg|mvn|msbuild)$/;

/** Words that mean an option: git pushes `+main` by force, and `:main` away. */
const telling: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  "git push": [
    [/^\+./, "force"],
    [/^:./, "delete"],
  ],
};

/** How a command spells its options. */
export interface Spelling {
  /** The long names of a letter; none where nobody knows. */
  readonly namesOf: (letter: string) => readonly string[];
  /** The long names of a letter, as most programs have it. */
  readonly guessesOf: (letter: string) => readonly string[];
  /** Whether `-abc` may be three letters. */
  readonly divides: boolean;
  readonly telling: readonly (readonly [RegExp, string])[];
}

/** How the command that begins with these words spells its options. */
export function spellingOf(names: readonly string[]): Spelling {
  const lines = [3, 2, 1].map((count) => names.slice(0, count).join(" "));
  const line = lines.find((one) => Object.hasOwn(known, one));
  const letters = namesIn(line === undefined ? "" : (known[line] ?? ""));
  const guesses = line === undefined ? namesIn(usual) : none;
  return {
    namesOf: letters,
    guessesOf: guesses,
    divides: !undivided.test(names[0] ?? ""),
    telling: lines.flatMap((one) => telling[one] ?? []),
  };
}

const none = (): readonly string[] => [];

function namesIn(list: string): (letter: string) => readonly string[] {
  const pairs = list.split(" ").map((pair) => pair.split("="));
  return (letter) => pairs.flatMap(([one, name]) => (one === letter && name !== undefined ? [name] : []));
}
