import { JOB_STATES, JobKind, TriggerType } from "@mojob/core";
import * as v from "valibot";
import type { Parser } from "../request/validate.ts";
import { instantOut, json } from "../schemas/fields.ts";
import type { InstanceEventJson, InstanceJson, InstanceSummaryJson } from "./instance-json.ts";

const state = v.picklist(JOB_STATES);
const text = v.string();
const number = v.number();
const time = v.nullable(instantOut);

const EVENT_FIELDS = {
  id: text,
  tenant: text,
  app: v.pipe(text, v.description("The service whose workers hold the job's code")),
  jobKey: text,
  kind: v.picklist(Object.values(JobKind)),
  state,
  reason: v.pipe(v.nullable(text), v.description("Why it is in this state, for a person")),
  trigger: v.object({
    type: v.picklist(Object.values(TriggerType)),
    nominalTime: v.optional(v.pipe(instantOut, v.description("For a fire: the time the schedule named"))),
    by: v.optional(text),
    of: v.optional(v.pipe(text, v.description("For a re-run: the run it repeats"))),
  }),
  priority: v.pipe(number, v.description("1 (first) to 5 (last)")),
  scheduledFor: time,
  createdAt: instantOut,
  updatedAt: instantOut,
  enqueuedAt: time,
  startedAt: time,
  completedAt: time,
  attempt: v.pipe(number, v.description("Attempts begun so far")),
  retryCount: number,
  retryAt: time,
  worker: v.nullable(text),
  cancelRequestedAt: time,
  cancelReason: v.nullable(text),
  progress: v.nullable(v.object({ fraction: number, message: v.nullable(text), at: instantOut })),
  missed: v.pipe(
    v.nullable(v.object({ count: number, from: instantOut, to: instantOut })),
    v.description("The fires this Skipped run stands for"),
  ),
};

const SUMMARY_FIELDS = {
  ...EVENT_FIELDS,
  waitingFor: v.pipe(
    v.nullable(v.picklist(["worker"])),
    v.description("`worker` while it is Enqueued and no live worker has its job"),
  ),
};

export const instanceEventSchema: Parser<InstanceEventJson> = v.object(EVENT_FIELDS);

export const instanceSummarySchema: Parser<InstanceSummaryJson> = v.object(SUMMARY_FIELDS);

export const instanceSchema: Parser<InstanceJson> = v.object({
  ...SUMMARY_FIELDS,
  args: json,
  result: json,
  error: v.nullable(v.object({ code: text, message: text, stack: v.exactOptional(text) })),
  history: v.array(
    v.object({
      at: instantOut,
      from: v.nullable(state),
      to: state,
      attempt: number,
      worker: v.nullable(text),
      reason: v.nullable(text),
    }),
  ),
});
