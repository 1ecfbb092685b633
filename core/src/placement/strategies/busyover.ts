import { RefusalCode } from "../../model/routing/run-routing.ts";
import { passOver } from "./pass-over.ts";
import type { Strategy } from "./strategy.ts";

/** The first that has room, and without a limit the first that is idle; where all are busy, whichever has room next. */
export const busyover: Strategy = ({ candidates, memory: { sent } }) =>
  passOver(
    candidates,
    ({ id, running, limit }) => running + (sent.get(id) ?? 0) >= (limit ?? 1),
    RefusalCode.Busy,
  );
