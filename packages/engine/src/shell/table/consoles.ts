import { oneOf } from "../alternatives.ts";
import { type Finding, runs, type Scene, standing } from "../finding.ts";
import type { Entry, Family } from "../judging/rule.ts";
import { type Arg, literal, literals } from "../syntax/arg.ts";
import { scriptFile } from "../wrappers/shells.ts";

/** The console a framework puts into the repository: a file, with the verbs that test, check and list. */
interface Console {
  readonly file: string;
  readonly names: readonly string[];
  /** Verb and options as one text, with a blank after every word. */
  readonly everyday: RegExp;
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

/** A test by its place or its name. */
const test = String.raw`\w[\w./:-]*`;

const calls = (verbs: string, options: string): RegExp => new RegExp(`^${verbs} ((${test}|${options}) )*$`);

const consoles: readonly Console[] = [
  {
    file: "manage.py",
    names: ["python manage.py", "python3 manage.py", "py manage.py"],
    everyday: calls(
      oneOf`test check showmigrations diffsettings sqlmigrate version help --version
        makemigrations(?=.*\s--(check|dry-run)\s) migrate(?=.*\s--(check|plan)\s)`,
      oneOf`-v\s?\d -k\s\w+ --(${oneOf`keepdb parallel failfast no-?input check dry-run plan list deploy no-color
        traceback reverse shuffle timing buffer skip-checks (parallel|verbosity|tag|exclude-tag|database)=\w+`})`,
    ),
    yes: ["python manage.py test accounts.tests --keepdb", "python3 manage.py makemigrations --check --dry-run"],
    no: [
      "python manage.py migrate",
      "python manage.py flush",
      "python manage.py shell -c x",
      "python manage.py test --settings=evil",
      "python manage.py test --testrunner=evil",
      "python manage.py makemigrations",
      "cd sub && python manage.py test",
    ],
  },
  {
    file: "artisan",
    names: ["php artisan"],
    everyday: calls(
      oneOf`test route:list about migrate:status schedule:list event:list list --version -V`,
      oneOf`--(${oneOf`parallel coverage stop-on-failure json compact except-vendor
        (filter|group|testsuite|path|method|name|only)=[\w/|,:-]+`})`,
    ),
    yes: ["php artisan test --filter=LoginTest", "php artisan route:list --json", "php artisan --version"],
    no: ["php artisan migrate", "php artisan tinker", "php artisan db:wipe", "php artisan test --configuration=/x"],
  },
  {
    file: "bin/rails",
    names: ["bin/rails", "./bin/rails"],
    everyday: calls(
      oneOf`test test:all test:system routes about stats notes middleware initializers zeitwerk:check db:migrate:status
        db:version --version -v`,
      oneOf`-[cgn]\s[\w/#]+ -[vEf] --(verbose|expanded|fail-fast|unused|(seed|name|controller|grep)=[\w/]+)`,
    ),
    yes: ["bin/rails test test/models/user_test.rb:12", "bin/rails routes -c users"],
    no: ["bin/rails db:migrate", "bin/rails runner x", "bin/rails console", "cd sub && bin/rails test"],
  },
];

/** What Django, Laravel and Rails are run with: whoever wrote the file is asked about, as for any script. */
export const frameworks: Family = {
  programs: consoles.flatMap(({ names }) => names.map((name) => name.split(" ", 1)[0])).join(" "),
  entries: () =>
    consoles.map(
      ({ file, names: [name = "", ...also], everyday, yes, no }): Entry => ({
        name,
        also,
        does: "runs",
        judge: (args, scene, program) => consoled({ file, everyday }, args, scene, program),
        yes,
        no,
      }),
    ),
};

function consoled(
  { file, everyday }: Pick<Console, "file" | "everyday">,
  args: readonly Arg[],
  scene: Scene,
  program: string,
): Finding {
  const texts = literals(args);
  const isPlain = texts?.every((text) => text !== "" && !/\s/.test(text) && !text.split("/").includes("..")) === true;
  const isKnown = isPlain && everyday.test(texts.map((text) => `${text} `).join(""));
  if (!isKnown || standing(scene) !== "root") return scriptFile(literal(file), scene, program);
  return { ...runs(program, `${file} ${texts[0] ?? ""}`), scripts: [file] };
}
