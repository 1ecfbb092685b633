import { leastBy } from "./least-by.ts";
import { choose, type Strategy } from "./strategy.ts";

/** The one that was chosen the fewest times; one that is new begins with as many as the fewest. */
export const leastFrequentlyUsed: Strategy = ({ candidates, memory: { given } }) =>
  choose(leastBy(candidates, ({ id }) => given.get(id)?.count ?? -1));
