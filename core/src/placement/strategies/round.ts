import { choose, type Strategy } from "./strategy.ts";

/** One after the other. */
export const round: Strategy = ({ candidates, memory: { turn } }) =>
  choose(candidates[turn % candidates.length] ?? candidates[0]);
