import { Permission } from "@mojob/core";
import type { Feature } from "@mojob/core/engine";
import {
  type AlarmService,
  hideIncident,
  type IncidentService,
  namesAction,
  paged,
  type Rules,
  viewOf,
  type Views,
} from "@mojob/core/feature";
import { RouteAction } from "@mojob/core/words";
import { AlarmDuty } from "./background/alarm-duty.ts";
import { AlarmFollower } from "./background/alarm-follower.ts";
import { alarmActions } from "./background/alarm-actions.ts";
import { ALARM_ACTS, INCIDENT_ACTS } from "./service/acts.ts";
import { Alarms } from "./service/alarms.ts";
import { Incidents } from "./service/incidents.ts";
import { printWhy } from "./background/print-why.ts";

export { parseHeartbeats } from "./service/heartbeats.ts";
export { routeIssues } from "./service/route-issues.ts";
export { parseSilence } from "./service/silences.ts";

/** An incident names runs with their errors, as a list of runs does. */
const INCIDENT_RULES: Rules<IncidentService> = {
  list: {
    always: [Permission.ReadAlarms, Permission.ReadRuns],
    sometimes: { [Permission.ReadPayloads]: ([{ search }]) => search !== undefined && search !== "" },
  },
  counts: Permission.ReadAlarms,
  attention: Permission.ReadSystem,
  get: { always: [Permission.ReadAlarms, Permission.ReadRuns] },
  acknowledge: Permission.HandleAlarms,
  unacknowledge: Permission.HandleAlarms,
  assign: Permission.HandleAlarms,
  snooze: Permission.HandleAlarms,
  note: Permission.HandleAlarms,
  resolve: Permission.HandleAlarms,
};

const ALARM_RULES: Rules<AlarmService> = {
  rules: Permission.ReadAlarms,
  replaceRules: Permission.EditAlarms,
  routes: Permission.ReadAlarms,
  replaceRoutes: {
    always: [Permission.EditAlarms, Permission.TriggerRuns],
    // A caller who makes a route needs the permissions for its actions, because the route takes them by itself.
    sometimes: {
      [Permission.RerunRuns]: ([routes]) => namesAction(routes, RouteAction.Rerun),
      [Permission.PauseJobs]: ([routes]) => namesAction(routes, RouteAction.Pause),
      [Permission.HandleAlarms]: ([routes]) => namesAction(routes, RouteAction.Acknowledge),
    },
  },
  previewRoutes: { always: [Permission.ReadAlarms, Permission.ReadRuns] },
  silences: Permission.ReadAlarms,
  silence: Permission.HandleAlarms,
  endSilence: Permission.HandleAlarms,
  previewRules: { always: [Permission.ReadAlarms, Permission.ReadRuns] },
  heartbeats: Permission.ReadAlarms,
  replaceHeartbeats: Permission.EditAlarms,
  // Its token is the right.
  ping: null,
};

const incident = viewOf<Parameters<typeof hideIncident>[0]>(({ app }) => app, hideIncident);

const INCIDENT_VIEWS: Views<IncidentService> = {
  list: paged(incident),
  get: incident,
  acknowledge: incident,
  unacknowledge: incident,
  assign: incident,
  snooze: incident,
  note: incident,
  resolve: incident,
};

/** Finds what goes wrong, keeps it until somebody has handled it, and notifies those whom routes name. */
export const ALARMS: Feature = {
  name: "alarms",
  services: {
    incidents: {
      rules: INCIDENT_RULES,
      views: INCIDENT_VIEWS,
      acts: INCIDENT_ACTS,
      create: (parts) => new Incidents(parts),
    },
    alarms: { rules: ALARM_RULES, acts: ALARM_ACTS, create: (parts) => new Alarms(parts) },
  },
  duties: ({ engine, scheduler }) => [new AlarmDuty({ ...engine, actions: alarmActions(engine, scheduler) })],
  followers: ({ engine, printsFailures, scheduler }) => [
    new AlarmFollower({
      ...engine,
      ...(printsFailures && {
        onOpened: (incidents) => void printWhy(incidents, scheduler()).catch(engine.onError),
      }),
    }),
  ],
};
