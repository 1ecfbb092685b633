import { RefusalCode } from "../../model/run-routing.ts";
import type { Candidate } from "./candidate.ts";
import { passOver } from "./pass-over.ts";
import type { RoutingMemory, Strategy } from "./strategy.ts";

/** The first that has room, and without a limit the first that is idle; where all are busy, whichever has room next. */
export const busyover: Strategy = ({ candidates, memory: { sent } }) =>
  passOver(candidates, (candidate) => isBusy(candidate, sent), RefusalCode.Busy);

/** Whether it has no room; without a limit, whether it is not idle. */
export function isBusy({ id, running, limit }: Candidate, sent: RoutingMemory["sent"]): boolean {
  return running + (sent.get(id) ?? 0) >= (limit ?? 1);
}
