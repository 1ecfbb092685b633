import { routeIssues } from "@mojob/alarms";
import { type JobDefinition, Permission } from "@mojob/core";
import type { AlarmRoute } from "@mojob/core/engine";
import { alarmRoutesSchema, parseInput } from "@mojob/core/feature";
import type { ConfigSection } from "../section.ts";
import { idListSection } from "./id-list.ts";
import { onlyApp } from "./only-app.ts";

/** Who is notified of incidents. */
export const ALARM_ROUTES: ConfigSection = idListSection<AlarmRoute>({
  name: "alarmRoutes",
  feature: "alarms",
  needs: [Permission.EditAlarms, Permission.TriggerRuns],
  isOrdered: false,
  appOf: onlyApp,
  parse: (items) => parseInput(alarmRoutesSchema, items, "read the alarm routes"),
  async read({ alarms }) {
    const { routes: items, revision } = await alarms.routes();
    return { items, revision };
  },
  replace: ({ alarms }, routes, revision) => alarms.replaceRoutes(routes, revision),
  async check(routes, context, { pointer, issues, jobs, removed }) {
    const named = routes.some(({ job }) => job !== null);
    const there =
      named && context.app === null ? (await context.jobs()).all : new Map<string, JobDefinition>();
    const known = new Map([...there, ...jobs]);
    for (const key of removed) known.delete(key);
    // A route may name a job of another app than the document is about, which only the scheduler finds.
    const seen = context.app === null ? routes : routes.filter(({ job }) => job === null || known.has(job));
    const found = routeIssues(seen, known);
    issues.add(...found.map((issue) => ({ ...issue, pointer: pointer + issue.pointer })));
  },
});
