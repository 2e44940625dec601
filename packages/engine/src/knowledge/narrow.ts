import type { Route, RoutingIntent } from "@writ/contracts";

/** How surely routes were picked by what an intent names: by name, or by its words alone. */
export interface Narrowed {
  readonly routes: readonly Route[];
  /** Whether scope and topic speak for these routes, so that their words need not. */
  readonly isNamed: boolean;
}

/** The routes an intent's scope and topic point to: exactly, else by the parts of dotted names, else all of them. */
export function narrow(routes: readonly Route[], { scope, topic }: RoutingIntent): Narrowed {
  const byScope = pick(routes, scope, (route) => route.scope);
  const byTopic = pick(byScope.routes, topic, (route) => route.topic);
  const said = [scope, topic].filter((word) => word !== undefined && word !== "").length;
  const found = (byScope.isFound ? 1 : 0) + (byTopic.isFound ? 1 : 0);
  return { routes: byTopic.routes, isNamed: said > 0 && found === said };
}

function pick(routes: readonly Route[], wanted: string | undefined, nameOf: (route: Route) => string) {
  const name = plain(wanted ?? "");
  if (name === "") return { routes, isFound: false };
  const exact = routes.filter((route) => plain(nameOf(route)) === name);
  if (exact.length > 0) return { routes: exact, isFound: true };
  const near = routes.filter((route) => isWithin(plain(nameOf(route)), name) || isWithin(name, plain(nameOf(route))));
  return near.length > 0 ? { routes: near, isFound: true } : { routes, isFound: false };
}

const plain = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
const isWithin = (name: string, outer: string): boolean => outer !== "" && name.startsWith(`${outer}.`);
