import { rendezvous } from "./rendezvous.ts";
import { choose, type Strategy } from "./strategy.ts";

/** Runs with one value of their arguments go to one executor. */
export const sticky: Strategy = ({ candidates, jobKey, value }) =>
  choose(rendezvous(`${jobKey}\n${value}`, candidates));
