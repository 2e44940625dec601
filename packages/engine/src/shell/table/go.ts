import { type Finding, opaque as isOpaque, runs as isRun, type Scene, standing } from "../finding.ts";
import { pointedElsewhere } from "../judging/doubt.ts";
import { lists } from "../judging/listing.ts";
import { opaque, risky, runs, several } from "../judging/make.ts";
import type { Family } from "../judging/rule.ts";
import { type Arg, literal } from "../syntax/arg.ts";
import { rewriting } from "./formatters.ts";

/** Go. */
export const go: Family = {
  programs: "go gopls",
  entries: () => [
    opaque("go", "what it does with this verb is not known", {
      asks: "runs",
      yes: ["go frob", "go run x.go", "go run example.org/x@latest"],
      no: ["go version"],
    }),
    ...several("go", "test build vet list doc version", (name) =>
      runs(name, {
        options: {
          mild: {
            "-ldflags": /^((-s|-w|-X[ =][\w./]+=[\w./:-]*)( |$))+$/,
            "-gcflags": /^([\w./]+=)?(-[NlmBSL](=\d+)?( |$))+$/,
            "-compiler": /^gc$/,
          },
          writes: ["-o", "-coverprofile", "-cpuprofile", "-memprofile", "-outputdir", "-trace"],
          opaque: {
            "-toolexec": "it runs another program",
            "-exec": "it runs another program",
            "-vettool": "it runs another program",
            "-overlay": "it takes other files",
            "-modfile": "it takes another module file",
            "-ldflags": "it may run another linker",
            "-gcflags": "it may write other files",
            "-asmflags": "it may write other files",
            "-C": "it runs in another folder",
          },
        },
        yes: [`${name} ./...`, `${name} -ldflags "-s -w -X main.version=1.2" ./cmd/x`],
        no: [
          `${name} -toolexec=sh ./...`,
          `${name} -ldflags=-extld=x .`,
          `${name} -gcflags=-cpuprofile=x .`,
          `${name} -gccgoflags=-B./x .`,
          `${name} -compiler=gccgo .`,
          `${name} ../../other`,
          `cd /elsewhere && ${name}`,
        ],
      }),
    ),
    {
      name: "go fmt",
      does: "runs",
      judge: formatsPackages,
      yes: ["go fmt", "go fmt ./...", "go fmt -n ./a", "go fmt -x ./..."],
      no: [
        "go fmt ./a/...",
        "go fmt a.go",
        "go fmt example.org/a",
        "cd sub && go fmt ./...",
        "cd /elsewhere && go fmt",
      ],
    },
    ...several("go", "mod@tidy mod@download mod@graph mod@why mod@verify mod@vendor work@sync", (name) =>
      runs(name.replace("@", " ")),
    ),
    ...several("go", "mod work", (name) => opaque(name, "it rewrites the module's files")),
    ...several("go", "env", (name) =>
      runs(name, {
        options: { risky: { "-w": "it changes settings", "-u": "it changes settings" } },
        yes: ["go env GOPATH"],
        no: ["go env -w GOFLAGS=x"],
      }),
    ),
    {
      name: "go get",
      does: "runs",
      judge: (args, scene, program) => {
        const plain = args.every(({ literal }) =>
          /^(-[ut]|-u=patch|\.|\.\/\.\.\.|[a-z0-9.-]+\.[a-z]+(\/[\w.~-]+)*(@[\w.+-]+)?)$/.test(literal ?? ""),
        );
        if (!plain) return isOpaque("go get is given something that is not a module by its path", program);
        return pointedElsewhere(args, {}, scene, { line: "go get", program }) ?? isRun(program, "go get");
      },
      yes: ["go get golang.org/x/sync", "go get -u ./..."],
      no: ["go get -insecure x", "go get ../x"],
    },
    runs("go tool cover", {
      judge: tells,
      yes: ["go tool cover -func=c.out", "go tool cover -func=/tmp/c.out"],
      no: ["go tool cover -html=c.out", "go tool cover -func=c.out -o x"],
    }),
    lists("gopls version"),
    lists("go tool pprof", {
      form: /^(-(top|text|tree|cum|flat|(list|peek|focus|ignore|nodecount)=[\w.*()|]+)|[\w.][\w./-]*)$/,
      needs: /^-(top|text|tree|list|peek)/,
      yes: ["go tool pprof -top cpu.out"],
      no: [
        "go tool pprof -http=:8080 x",
        "go tool pprof x",
        "go tool pprof -top http://x/y",
        "go tool pprof -top -tools=x y",
      ],
    }),
    ...["go tool nm", "go tool objdump", "go tool dist list", "go tool buildid"].map((name) =>
      lists(name, { form: /^[\w.][\w./-]*$/, no: [`${name} -w x`] }),
    ),
    lists("go mod edit", {
      form: /^(-json|-print|go\.mod)$/,
      needs: /^-/,
      yes: ["go mod edit -json"],
      no: ["go mod edit -replace=a=b", "go mod edit -json -require=x@v1", "go mod edit"],
    }),
    lists("go clean", {
      form: /^-testcache$/,
      needs: /^-/,
      yes: ["go clean -testcache"],
      no: ["go clean -modcache", "go clean"],
    }),
    ...several("go", "generate tool fix run", (name) =>
      opaque(name, "it runs other commands, or rewrites the sources"),
    ),
    ...several("go", "install telemetry", (name) => risky(name, "changes more than this repository")),
  ],
};

/** `go fmt`: all of the repository is its own business; otherwise the folders it names, or the one it stands in. */
function formatsPackages(args: readonly Arg[], scene: Scene, program: string): Finding {
  const line = "go fmt";
  const doubt = pointedElsewhere(args, { opaque: { "-C": "it runs in another folder" } }, scene, { line, program });
  if (doubt !== null) return doubt;
  const texts = args.map(({ literal: text }) => text ?? "");
  const isWhole = texts.every((text) => text.startsWith("-") || /^(\.\/)?(\.|\.\.\.)$/.test(text));
  if (texts.includes("-n") || (isWhole && standing(scene) === "root")) return isRun(program, line);
  const places = args.filter(({ literal: text, head }) => !(text ?? head).startsWith("-"));
  const isPackage = ({ literal: text, head }: Arg): boolean => !/^\.|\.go$/.test(text ?? head);
  if (places.some((place) => isPackage(place) && place.within === undefined))
    return isOpaque("go fmt rewrites packages that cannot be placed", program);
  // What stands for all beneath a folder is the folder.
  const folders = places.map((place) =>
    place.literal === null ? place : literal(place.literal.replace(/\/?\.\.\.$/, "") || "."),
  );
  return rewriting(folders, scene, line, program);
}

/** Only `-func` prints; `-html` opens a browser or writes a page. */
function tells(args: readonly Arg[], scene: Scene, program: string): Finding {
  const prints = args.length > 0 && args.every(({ literal }) => /^-func=[\w./-]+$/.test(literal ?? ""));
  if (!prints || standing(scene) === "unknown")
    return isOpaque("go tool cover opens a browser or writes a page", program);
  return isRun(program, "go tool cover");
}
