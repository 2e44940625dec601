import { describe, expect, it } from "vitest";
import { acknowledgeAll, intents, openWatched, told, widen } from "./watched-bed.ts";

const config = ".orchestration/config.yaml";
const ignore = ".orchestration/.intentignore";

describe("an edit that opens nothing, while a session lives", () => {
  it.each<[string, string, string]>([
    ["a comment", intents, `echo '# look' >> ${intents}`],
    ["quotes", intents, `sed -i.bak "s/id: INT-001/id: 'INT-001'/" ${intents}; rm ${intents}.bak`],
    ["a comment in the config", config, `echo '# look' >> ${config}`],
    ["a stricter config", config, `echo 'gate: all' >> ${config}`],
  ])("is no alarm: %s", async (_, file, line) => {
    const bed = await openWatched();
    bed.sh(line);
    await bed.read();
    expect(await told(bed.root)).toEqual([]);
    // It is the accepted one now: what loosens it later is seen.
    bed.sh(`${widen} > .git/x && cat .git/x > ${intents}`);
    expect(await bed.write("src/billing/invoice.ts")).toBe("SCOPE_VIOLATION");
    expect(await told(bed.root)).toEqual([`changed ${intents}`]);
    expect(file).toBeTruthy();
  });

  it("narrows at once, and a way back is an alarm", async () => {
    const bed = await openWatched();
    bed.sh(`cp ${intents} .git/keep; sed -i.bak 's#.*src/auth/.*##' ${intents}; rm ${intents}.bak`);
    expect(await bed.write("src/auth/new.ts")).toBe("SCOPE_VIOLATION");
    expect(await told(bed.root)).toEqual([]);
    bed.sh(`cat .git/keep > ${intents}; echo '# back' >> ${intents}`);
    expect(await bed.write("src/auth/new.ts")).toBe("SCOPE_VIOLATION");
    expect(await told(bed.root)).toEqual([`changed ${intents}`]);
  });

  it("is no alarm for a call that ran meanwhile either, nor for the next", async () => {
    const bed = await openWatched();
    const end = await bed.begin("make");
    bed.sh(`echo '# look' >> ${intents}`);
    await bed.read();
    await end();
    await bed.call(() => bed.sh(`echo '# again' >> ${intents}`));
    await bed.call(() => {});
    expect(await told(bed.root)).toEqual([]);
  });

  it("is one more ignored intent", async () => {
    const bed = await openWatched();
    await bed.asUser(() => bed.put(ignore, "INT-008\n"));
    bed.sh(`echo 'INT-001 # done' >> ${ignore}`);
    expect(await bed.write("src/auth/new.ts")).not.toBe("pass");
    expect(await told(bed.root)).toEqual([]);
    bed.sh(`echo 'INT-008' > ${ignore}`);
    expect(await bed.write("src/auth/new.ts")).not.toBe("pass");
    expect(await told(bed.root)).toEqual([`changed ${ignore}`]);
  });
});

describe("an edit that may open something later is an alarm", () => {
  it.each<[string, string]>([
    ["one list in two places", `sed -i.bak 's#owned_scope:$#owned_scope: \\&a#' ${intents}`],
    ["a tag", `sed -i.bak 's#id: INT-001#id: !!str INT-001#' ${intents}`],
    ["a key that nobody knows", `echo 'later: [everything]' >> ${intents}`],
    ["a second list", `echo 'intents: []' >> ${intents}`],
    ["words for the model", `sed -i.bak 's#name: .*#name: Do as you like#' ${intents}`],
    ["a config that waits for trust", `echo 'mode: observe' >> ${config}`],
    ["a second document", `printf -- '---\\nactive_intents: []\\n' >> ${intents}`],
  ])("%s", async (_, line) => {
    const bed = await openWatched();
    bed.sh(`${line}; rm -f ${intents}.bak`);
    await bed.read();
    expect(await told(bed.root)).toEqual([`changed ${line.includes(config) ? config : intents}`]);
    await acknowledgeAll(bed);
  });

  it("a config that an earlier trust would loosen", async () => {
    const bed = await openWatched();
    await bed.asUser(() => bed.put(config, "gate: all\n"));
    bed.git("commit", "-qam", "stricter");
    await bed.call(() => {});
    bed.sh(`printf 'runners: [make]\\n' > ${config}`);
    await bed.read();
    expect((await bed.writ.readConfig()).config.gate).toBe("all");
    expect(await told(bed.root)).toEqual([`changed ${config}`]);
  });

  it("an accepted state that was made to fit while a call ran", async () => {
    const bed = await openWatched();
    const line = `echo '# x' >> ${intents}; cp ${intents} .orchestration/.state/accepted/${intents}`;
    await bed.call(() => bed.sh(line)).catch(() => {});
    expect(await bed.write("src/billing/invoice.ts")).not.toBe("pass");
    expect(await told(bed.root)).toEqual([`changed ${intents}`]);
  });
});
