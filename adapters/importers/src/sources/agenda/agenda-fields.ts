import { carried, type Members, members, required, TOLD, UNUSED } from "../members.ts";

/** The fields of a document of Agenda. */
export const AGENDA_FIELDS: Members = members(
  ["_id", carried("labels.import")],
  ["name", required("work.handler")],
  ["data", carried("args")],
  ["priority", carried("priority")],
  ["repeatInterval repeatAt", required("cron, everyMs")],
  ["nextRunAt lastRunAt", carried("startTime")],
  ["repeatTimezone", carried("timeZone")],
  ["startDate", carried("startTime")],
  ["endDate", carried("endTime")],
  ["disabled", TOLD],
  ["skipDays", TOLD],
  [
    "type lastFinishedAt lastModifiedBy lockedAt failedAt failReason failCount progress unique uniqueOpts shouldSaveResult result fork",
    UNUSED,
  ],
);
