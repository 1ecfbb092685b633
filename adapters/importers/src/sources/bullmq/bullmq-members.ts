import { carried, type Members, members, required, TOLD, UNUSED } from "../members.ts";

/** The members of a job scheduler, or of a repeatable job. */
export const SCHEDULER_MEMBERS: Members = members(
  ["key id", carried("labels.import")],
  ["name", carried("work.handler")],
  ["pattern cron every", required("cron, everyMs")],
  ["tz", carried("timeZone")],
  ["next offset", carried("startTime")],
  ["startDate", carried("startTime")],
  ["endDate", carried("endTime")],
  ["template data", carried("args")],
  ["opts", carried("retryCount, priority")],
  ["limit immediately", TOLD],
  ["iterationCount count prevMillis jobId", UNUSED],
);

/** The options of its jobs. */
export const JOB_OPTION_MEMBERS: Members = members(
  ["attempts", carried("retryCount")],
  ["backoff", carried("retryIntervalMs, retryBackoff")],
  ["priority", carried("priority")],
  ["repeat jobId timestamp prevMillis repeatJobKey", UNUSED],
);
