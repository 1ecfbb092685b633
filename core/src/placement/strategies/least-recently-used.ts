import { leastBy } from "./least-by.ts";
import { choose, type Strategy } from "./strategy.ts";

/** The one that was not chosen for the longest time. */
export const leastRecentlyUsed: Strategy = ({ candidates, memory: { given } }) =>
  choose(leastBy(candidates, ({ id }) => given.get(id)?.latest ?? -1));
