import { RefusalCode } from "../../model/run-routing.ts";
import { passOver } from "./pass-over.ts";
import { choose, type Strategy } from "./strategy.ts";

/** The first whose heartbeats arrive; where none's do, the first. */
export const failover: Strategy = ({ candidates }) => {
  const { chosen, passedOver } = passOver(candidates, ({ isSilent }) => isSilent, RefusalCode.Silent);
  return chosen === null ? choose(candidates[0]) : { chosen, passedOver };
};
