import { criteriaOf, type Intent } from "@writ/contracts";
import { dependenciesOf, isOpen, runTrust, type Writ } from "@writ/runtime";
import { readIntents } from "../../../intents.ts";
import { waitsFor } from "../typed.ts";

/** Something that keeps an intent open whatever its commands say. */
export interface Obstacle {
  readonly reason: string;
  readonly fix: string;
}

interface Means {
  /** Commands that may run. */
  readonly trusted: ReadonlySet<string>;
  /** Whether somebody answers for criteria that are only words. */
  readonly asks: boolean;
}

/** What can be known to be in the way before anything is run. */
export async function inTheWay(writ: Writ, intent: Intent, { trusted, asks }: Means): Promise<Obstacle[]> {
  const { id } = intent;
  const force = `writ intent done ${id} --force --reason "why"`;
  const intents = await readIntents(writ);
  const waiting = dependenciesOf(intent, intents).filter(isOpen);
  const criteria = criteriaOf(intent);
  const untrusted = criteria.filter(({ run }) => run !== undefined && !trusted.has(run)).length;
  const words = criteria.filter(({ run }) => run === undefined).length;
  return [
    ...waiting.map((other) =>
      // Neither of two that wait for each other can be the first.
      waitsFor(intents, other.id, id)
        ? {
            reason: other.id === id ? "it depends on itself" : `it and ${other.id} wait for each other`,
            fix: `Take one of them out of the circle: writ intent edit ${id} --remove-dependency ${other.id}`,
          }
        : {
            reason: `it depends on ${other.id}, which is ${other.status}`,
            fix: `Close ${other.id} first: writ intent done ${other.id}. To close ${id} all the same: ${force}`,
          },
    ),
    ...(untrusted === 0
      ? []
      : [
          {
            reason: sayUntrusted(untrusted, (await writ.state.readTrusted(runTrust(id))).length > 0),
            fix: `Look at them and trust them: writ trust --intent ${id}`,
          },
        ]),
    ...(words === 0 || asks
      ? []
      : [
          {
            reason: `${words === 1 ? "one criterion wants" : `${words} criteria want`} a person's word`,
            fix: "Run it in your own terminal, where each is asked about, or say yes to all of them: --confirm-all",
          },
        ]),
  ];
}

function sayUntrusted(count: number, wasTrusted: boolean): string {
  const which = count === 1 ? "one of its commands" : `${count} of its commands`;
  if (!wasTrusted) return `nobody has trusted ${which} yet`;
  return `${which} ${count === 1 ? "was" : "were"} changed or added since you trusted them, and nobody has trusted ${count === 1 ? "it" : "them"} as ${count === 1 ? "it is" : "they are"}`;
}
