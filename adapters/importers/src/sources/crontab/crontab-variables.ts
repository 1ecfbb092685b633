import { carried, lost, type Members, members, TOLD } from "../members.ts";

/** The variables of a crontab that cron itself reads. All others are variables of the commands below them. */
export const CRONTAB_VARIABLES: Members = members(
  ["CRON_TZ", carried("timeZone")],
  ["HOME SHELL", carried("work")],
  ["MAILTO", TOLD],
  ["MAILFROM RANDOM_DELAY CONTENT_TYPE LOGNAME", lost()],
);
