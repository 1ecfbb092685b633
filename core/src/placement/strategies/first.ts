import { choose, type Strategy } from "./strategy.ts";

/** The first in the order of their names. */
export const first: Strategy = ({ candidates: [chosen] }) => choose(chosen);
