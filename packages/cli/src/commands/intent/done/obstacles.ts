import { criteriaOf, type Intent } from "@writ/contracts";
import { dependenciesOf, isOpen, type Writ } from "@writ/runtime";
import { readIntents } from "../../../intents.ts";

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
  const waiting = dependenciesOf(intent, await readIntents(writ)).filter(isOpen);
  const criteria = criteriaOf(intent);
  const untrusted = criteria.filter(({ run }) => run !== undefined && !trusted.has(run)).length;
  const words = criteria.filter(({ run }) => run === undefined).length;
  return [
    ...waiting.map((other) => ({
      reason: `it depends on ${other.id}, which is ${other.status}`,
      fix: `Close ${other.id} first: writ intent done ${other.id}. To close ${id} all the same: ${force}`,
    })),
    ...(untrusted === 0
      ? []
      : [
          {
            reason: `nobody has trusted ${untrusted === 1 ? "one of its commands" : `${untrusted} of its commands`} yet`,
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
