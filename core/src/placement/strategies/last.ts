import { choose, type Strategy } from "./strategy.ts";

/** The last in the order of their names. */
export const last: Strategy = ({ candidates }) => choose(candidates.at(-1) ?? candidates[0]);
