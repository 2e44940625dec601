// Maven and Gradle: the command is given at the top of the build, and names the part that changed.
import { at, exists, firstOf, from, textOf, upwards } from "./files.mjs";

export const maven = {
  sources: /\.(java|kt|scala|groovy)$/,
  recipes: [/(^|\/)(pom\.xml|mvnw|mvnw\.cmd)$/, /(^|\/)\.mvn\//],

  service(root, folder) {
    if (!exists(root, at(folder, "pom.xml"))) return null;
    return { title: undefined, reach: reactorOf(root, folder) };
  },

  plan(root, { folder }) {
    const top = reactorOf(root, folder);
    const part = top === folder ? [] : ["-pl", from(top, folder), "-am"];
    const program = exists(root, at(top, "mvnw")) ? "./mvnw" : "mvn";
    return { command: [program, "-q", ...part, "compile"], cwd: top, runs: "" };
  },
};

/** The highest pom.xml that leads down to this one without a gap. */
function reactorOf(root, folder) {
  const above = upwards(folder);
  const gap = above.findIndex((place, depth) => depth > 0 && !/<modules>/.test(textOf(root, at(place, "pom.xml"))));
  return above[gap === -1 ? above.length - 1 : gap - 1];
}

const scripts = ["build.gradle.kts", "build.gradle"];
const settings = ["settings.gradle.kts", "settings.gradle"];

export const gradle = {
  sources: /\.(java|kt|kts|scala|groovy)$/,
  recipes: [
    /(^|\/)([^/]+\.gradle(\.kts)?|gradle\.properties|gradlew|gradlew\.bat)$/,
    /(^|\/)(gradle|buildSrc|build-logic)\//,
  ],

  service(root, folder) {
    if (firstOf(root, folder, scripts) === undefined) return null;
    return { title: undefined, reach: topOf(root, folder) };
  },

  plan(root, { folder }) {
    const top = topOf(root, folder);
    const part = top === folder ? "" : `:${from(top, folder).replaceAll("/", ":")}:`;
    const isAndroid = scripts.some((name) => /com\.android/.test(textOf(root, at(folder, name))));
    const program = exists(root, at(top, "gradlew")) ? "./gradlew" : "gradle";
    // `classes` compiles whatever languages the part has, and runs no tests.
    const task = `${part}${isAndroid ? "assembleDebug" : "classes"}`;
    return { command: [program, "--console=plain", "-q", task], cwd: top, runs: "" };
  },
};

const topOf = (root, folder) => upwards(folder).find((place) => firstOf(root, place, settings) !== undefined) ?? folder;
