import type { Requester } from "../../access/requester.ts";
import { ActKind } from "../../model/history/act.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import type { TriggerRequest } from "../../scheduler/instance-requests.ts";
import type { ActLog } from "../history/act-log.ts";

/** Writes down that somebody started a run by hand; `originalId` is the run that it repeats, if it repeats one. */
export function noteStart(
  actLog: ActLog,
  { id }: JobInstance,
  { app, key }: JobDefinition,
  { by, from, operation }: TriggerRequest & Pick<Requester, "from">,
  originalId: string | null,
): Promise<void> {
  return actLog.noteDone(
    { by: by ?? null, from },
    {
      kind: originalId === null ? ActKind.Run : ActKind.Rerun,
      app,
      jobKey: key,
      instanceId: originalId,
      madeId: id,
      operation: operation ?? null,
    },
  );
}
