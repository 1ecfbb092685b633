import { rendezvous } from "./rendezvous.ts";
import { choose, type Strategy } from "./strategy.ts";

/** All runs of a job go to one executor, and the jobs are spread over the executors. */
export const consistentHash: Strategy = ({ candidates, jobKey }) => choose(rendezvous(jobKey, candidates));
