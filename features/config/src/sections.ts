import type { ConfigSection } from "./section.ts";
import { ALARM_ROUTES } from "./sections/alarm-routes.ts";
import { ALARM_RULES } from "./sections/alarm-rules.ts";
import { CALENDARS } from "./sections/calendars.ts";
import { HEARTBEATS } from "./sections/heartbeats.ts";
import { JOBS } from "./sections/jobs.ts";
import { OVERRIDES } from "./sections/overrides.ts";
import { SILENCES } from "./sections/silences.ts";
import { TENANT } from "./sections/tenant.ts";
import { VIEWS } from "./sections/views.ts";

/** Every section, in the order in which references hold: a job names a calendar that is there by then, and a route a job. */
export const SECTIONS: readonly ConfigSection[] = [
  TENANT,
  CALENDARS,
  JOBS,
  OVERRIDES,
  HEARTBEATS,
  ALARM_RULES,
  ALARM_ROUTES,
  SILENCES,
  VIEWS,
];
