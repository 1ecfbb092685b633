import type { IncidentCounts } from "@mojob/core/engine";
import { AlarmCondition, IncidentEventKind, IncidentState, NoticeEvent, Severity } from "@mojob/core/words";
import * as v from "valibot";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut, jsonObject } from "../../schema/fields.ts";
import { HIDDEN_FIELD } from "../../schema/hidden.ts";
import type { IncidentJson } from "./json.ts";

const text = v.nullable(v.string());
const time = v.nullable(instantOut);

export const incidentSchema: Parser<IncidentJson> = wireObject({
  id: v.string(),
  revision: v.number(),
  condition: v.picklist(Object.values(AlarmCondition)),
  rule: v.pipe(v.string(), v.description("The rule that opened it")),
  severity: v.picklist(Object.values(Severity)),
  app: v.pipe(text, v.description("`null` where it is about the whole tenant")),
  jobKey: v.pipe(text, v.description("`null` where it is about an app or the tenant")),
  heartbeat: v.pipe(text, v.description("The heartbeat that it is about")),
  token: v.pipe(text, v.description("The id of the token that it is about")),
  jobName: v.pipe(text, v.description("The job's name; `null` where the job no longer exists")),
  state: v.picklist(Object.values(IncidentState)),
  text: v.pipe(v.string(), v.description("What is wrong, in English or Chinese by `Accept-Language`")),
  parameters: v.pipe(jsonObject, v.description("The numbers, names and times in its sentence")),
  openedAt: instantOut,
  lastAt: v.pipe(instantOut, v.description("When it was last the case")),
  resolvedAt: time,
  count: v.pipe(v.number(), v.description("How often it happened; 1 for what lasts")),
  errors: v.pipe(
    v.array(
      v.object({
        fingerprint: v.pipe(
          v.nullable(v.string()),
          v.description("The error without what differs from run to run: numbers, ids, quoted texts"),
        ),
        message: v.pipe(
          v.nullable(v.string()),
          v.description("The latest of them; `null` where it is hidden"),
        ),
        count: v.number(),
        firstAt: instantOut,
        lastAt: instantOut,
      }),
    ),
    v.description("The errors in it, the latest first, at most 10"),
  ),
  runs: v.pipe(v.array(v.string()), v.description("Runs that show it, the latest first, at most 10")),
  assignee: text,
  snoozedUntil: v.pipe(time, v.description("Nobody is notified of it until then")),
  silencedBy: v.pipe(text, v.description("The silence because of which nobody is notified of it")),
  explainedBy: v.pipe(text, v.description("The open incident that explains it")),
  reopened: v.pipe(v.number(), v.description("How often it was opened again within minutes, at most 10")),
  notified: v.pipe(
    v.array(v.object({ route: v.string(), event: v.picklist(Object.values(NoticeEvent)), at: instantOut })),
    v.description("The latest notice of it by each route"),
  ),
  timeline: v.pipe(
    v.array(
      v.object({
        at: instantOut,
        kind: v.picklist(Object.values(IncidentEventKind)),
        by: v.pipe(text, v.description("`null` is the scheduler itself")),
        note: text,
        parameters: v.pipe(
          v.nullable(jsonObject),
          v.description("A new error, an assignee, a time, how it was resolved; `null` for none"),
        ),
      }),
    ),
    v.description("What happened to it, the latest last, at most 50"),
  ),
  ...HIDDEN_FIELD,
});

export const countsSchema: Parser<
  Omit<IncidentCounts, "conditions"> & { readonly conditions: Readonly<Record<string, number>> }
> = wireObject({
  open: v.pipe(
    v.number(),
    v.description("Those that nobody has acknowledged, not snoozed and explained by no other"),
  ),
  acknowledged: v.number(),
  critical: v.pipe(v.number(), v.description("How many of the open ones are critical")),
  mine: v.pipe(v.number(), v.description("Assigned to the caller")),
  conditions: v.pipe(v.record(v.string(), v.number()), v.description("All of them by condition")),
});
