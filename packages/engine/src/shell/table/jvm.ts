import { oneOf } from "../alternatives.ts";
import { opaque as isOpaque, runs as isRun } from "../finding.ts";
import { pointedElsewhere, steeredBy } from "../judging/doubt.ts";
import { lists } from "../judging/listing.ts";
import { opaque, reads, several } from "../judging/make.ts";
import type { Entry, Family } from "../judging/rule.ts";
import { unlisted } from "../judging/scripts.ts";
import { goesFarther } from "../judging/task-names.ts";
import { literals } from "../syntax/arg.ts";

/** Maven, Gradle and what runs on the Java machine. */
export const jvm: Family = {
  programs: `mvn ./mvnw mvnw gradle ./gradlew gradlew sbt lein java javac kotlinc kotlin scala groovy jshell jps jstack`,
  entries: () => [
    ...["mvn", "./mvnw", "mvnw"].map((name) =>
      goals(
        name,
        new RegExp(
          `^${oneOf`
    clean validate compile test-compile test package verify install integration-test site
    dependency:(tree|list|analyze|resolve|go-offline) spotless:check checkstyle:check help:\S+ versions:display-\S+`}$`,
        ),
        "deploy",
        { options: { flags: "o" }, habits: { writes: ["l"] } },
      ),
    ),
    ...["gradle", "./gradlew", "gradlew"].map((name) =>
      goals(
        name,
        new RegExp(
          String.raw`^:?([\w-]+:)*${oneOf`
    clean build assemble check test compile\w* lint\w* spotlessCheck ktlintCheck detekt dependencies dependencyInsight
    tasks properties projects help jar classes testClasses \w+Test javadoc bootJar bootRun koverReport
    jacocoTestReport`}$`,
        ),
        "publish",
      ),
    ),
    lists("sbt", {
      form: new RegExp(
        String.raw`^((--?(no-colors|batch|client)|([\w-]+/)?((Test|IntegrationTest)/)?${oneOf`
    test testQuick compile doc clean update evicted projects tasks dependencyTree scalafmtCheck(All)? scalafmtSbtCheck`})|([\w-]+/)?(testOnly|testQuick)( [\w.*-]+)+)$`,
      ),
      needs: /^\w/,
      yes: ["sbt test", "sbt clean 'testOnly a.b.*'", "sbt core/Test/compile"],
      no: [
        "sbt publish",
        "sbt",
        "sbt '; test; publish'",
        "sbt test publish",
        "sbt -J-agentpath:x test",
        "sbt 'set x := 1'",
      ],
    }),
    opaque("lein", "what it does with this task is not known", { asks: "runs" }),
    ...several("lein", "test check compile version deps", (name) =>
      lists(name, {
        form: /^(:(only|tree|all|unit|integration)|[a-z][\w.*/-]*)$/,
        yes: [name, `${name} :all`],
        no: [`${name} :only a, run`, `${name} :eval x`],
      }),
    ),
    ...several("", "java javac kotlinc kotlin scala groovy jshell", (name) =>
      opaque(name, "it runs or compiles code it is given", { asks: "reads" }),
    ),
    reads("java -version"),
    reads("jps", { options: { flags: "qmlvV" }, yes: ["jps", "jps -l"], no: ["jps -J-agentpath:x"] }),
    reads("jstack", { options: { flags: "leF" }, yes: ["jstack 1"], no: ["jstack -J-agentpath:x 1"] }),
  ],
};

/** `deployTest`; a phase every build has, what it makes once more, and a variant of an app, go no farther. */
const isFarther = (word: string): boolean =>
  !/^(install|clean(\w*(Tests?|Jar|Classes|Java|Kotlin))?)$/.test(word) &&
  goesFarther(word.replaceAll(/(?<=[a-z])(Release|Prod(uction)?)(?![a-z])/g, ""));

/** A build program whose words are the names of what is to be done. */
function goals(name: string, known: RegExp, foreign: string, own: Pick<Entry, "options" | "habits"> = {}): Entry {
  return {
    name,
    does: "runs",
    ...own,
    judge(args, scene, program) {
      const words = literals(args) ?? ["$"];
      const valued =
        /^(--tests|-x|--exclude-task|-pl|--projects|-p|--project-dir|-f|--file|-P|-s|-T|--threads|-rf|--resume-from|--(configuration|dependency|console|max-workers|warning-mode))$/;
      const stray = words.find(
        (word, index) =>
          !word.startsWith("-") && (!known.test(word) || isFarther(word)) && !valued.test(words[index - 1] ?? ""),
      );
      const agents = words.filter((word) =>
        /^-D(maven\.ext|maven\.\w+\.debug=(?!true$|false$)|exec\.|jvm|argLine|org\.gradle\.jvmargs|[\w.-]+=\s*-)/.test(
          word,
        ),
      );
      if (agents.length > 0)
        return { ...isOpaque(`${name} ${agents[0]} has other code run`, program), steered: agents };
      const options = {
        opaque: {
          "init-script": "it has other code run",
          scan: "it publishes what it found",
          "-Dscan": "it publishes what it found",
          "-I": "it has other code run",
          "-b": "it has other code run",
          "-s": "it changes settings",
          "-gs": "it changes settings",
          "-g": "it changes settings",
          "-c": "it changes settings",
          "gradle-user-home": "it changes settings",
          "settings-file": "it changes settings",
        },
      };
      const subject = { line: name, program };
      if (stray !== undefined || words.length === 0) {
        const line = `${name} ${stray ?? ""}`.trim();
        return { ...unlisted(line, program), ...steeredBy(args, options, scene, subject) };
      }
      return (
        pointedElsewhere(args, options, scene, subject) ??
        isRun(program, `${name} ${words.find((word) => !word.startsWith("-")) ?? ""}`.trim())
      );
    },
    yes: [`${name} test`, `${name} -q test`],
    no: [`${name} ${foreign}`, `${name} -p ../other test`, `${name} $x`],
  };
}
