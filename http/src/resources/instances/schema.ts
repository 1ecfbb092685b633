import { JobKind, JobState } from "@mojob/core";
import { JOB_STATES, RefusalCode, RoutingStrategy, TriggerType } from "@mojob/core/ports";
import { ReasonCode } from "@mojob/core/words";
import * as v from "valibot";
import { wireObject } from "../../schema/wire.ts";
import type { Parser } from "../../request/validate.ts";
import { instantOut, json } from "../../schema/fields.ts";
import { HIDDEN_FIELD } from "../../schema/hidden.ts";
import { type InstanceEventJson, type InstanceJson, type InstanceSummaryJson, WAITING_FOR } from "./json.ts";

const state = v.picklist(JOB_STATES);
const text = v.string();
const number = v.number();
const time = v.nullable(instantOut);

const REASON_FIELDS = {
  reason: v.pipe(v.nullable(text), v.description("Why it is in this state: an English sentence")),
  reasonCode: v.pipe(
    v.nullable(v.picklist(Object.values(ReasonCode))),
    v.description("The reason as a code of a closed set, to filter by and to translate"),
  ),
  reasonNumber: v.pipe(
    v.nullable(number),
    v.description(
      "The number of the reason; 0 where it is no error, that of its failure where an attempt failed",
    ),
  ),
  reasonParameters: v.pipe(v.any(), v.description("The numbers and names in the reason's sentence")),
};

const EVENT_FIELDS = {
  id: text,
  tenant: text,
  app: v.pipe(text, v.description("The service whose workers hold the job's code")),
  jobKey: text,
  kind: v.picklist(Object.values(JobKind)),
  state,
  ...REASON_FIELDS,
  trigger: v.object({
    type: v.picklist(Object.values(TriggerType)),
    nominalTime: v.optional(v.pipe(instantOut, v.description("For a fire: the time the schedule named"))),
    schedule: v.optional(
      v.pipe(text, v.description("For a fire of a named schedule its name; none is the job's own `cron`")),
    ),
    by: v.optional(text),
    of: v.optional(
      v.pipe(
        text,
        v.description(
          "For a re-run the run it repeats, for a child the run whose end started it, for a shard its broadcast, for one that a run's work began that run",
        ),
      ),
    ),
    traceparent: v.optional(
      v.pipe(text, v.description("The trace that it belongs to, as W3C Trace Context writes it")),
    ),
    depth: v.optional(v.pipe(number, v.description("How many runs began each other before it; none is 0"))),
    version: v.optional(
      v.pipe(
        number,
        v.description("For a task whose version was chosen: that of its graph, as a re-run has"),
      ),
    ),
  }),
  shard: v.pipe(
    v.nullable(number),
    v.description("Which shard of a broadcast it is, from 0; `null` for a whole run"),
  ),
  priority: v.pipe(number, v.description("1 (first) to 5 (last)")),
  argsPreview: v.pipe(v.nullable(text), v.description("The beginning of its args as JSON, secrets masked")),
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
  abandoned: v.pipe(
    v.nullable(v.object({ attempt: number, worker: text, at: instantOut })),
    v.description(
      "The attempt that has ended and whose code may still run: it holds its slot until the code or its worker ends, or somebody gives it back",
    ),
  ),
  cancelRequestedAt: time,
  cancelReason: v.nullable(text),
  cancelledBy: v.nullable(text),
  cancelNote: v.nullable(text),
  progress: v.nullable(v.object({ fraction: number, message: v.nullable(text), at: instantOut })),
  usage: v.pipe(
    v.nullable(
      v.object({
        attempt: v.pipe(number, v.description("The attempt that it is of: the latest that was measured")),
        cpuMs: v.pipe(
          v.nullable(number),
          v.description("Processor time, user and system, with that of children, in milliseconds"),
        ),
        peakMemoryBytes: v.pipe(
          v.nullable(number),
          v.description("The most resident memory at once, with that of children, as far as it was seen"),
        ),
      }),
    ),
    v.description(
      "What its program or its thread has used; `null` where nothing was measured: the code of a worker shares its process",
    ),
  ),
  errorSummary: v.pipe(v.nullable(text), v.description("Its error in one line, with the innermost cause")),
  missed: v.pipe(
    v.nullable(v.object({ count: number, from: instantOut, to: instantOut })),
    v.description("The fires this Skipped run stands for"),
  ),
  ...HIDDEN_FIELD,
};

const SUMMARY_FIELDS = {
  ...EVENT_FIELDS,
  jobName: v.pipe(v.nullable(text), v.description("The job's name; `null` where the job no longer exists")),
  workerName: v.pipe(
    v.nullable(text),
    v.description("What its worker is called: its name, else its address, else its machine and process"),
  ),
  waitingFor: v.pipe(
    v.nullable(v.picklist(WAITING_FOR)),
    v.description(
      "What it waits for: `worker` while it is Enqueued and no live worker has its job, `slot` while its job is full, `time` until it " +
        "is due, `retry` until its next attempt; of a task whose nodes have begun `held`, `approval`, `signal`, `paused`, `check`, " +
        "`time` or `retry`: `reasonParameters.waits` names the node, since when and until when",
    ),
  ),
};

export const instanceEventSchema: Parser<InstanceEventJson> = wireObject(EVENT_FIELDS);

export const instanceSummarySchema: Parser<InstanceSummaryJson> = wireObject(SUMMARY_FIELDS);

const SHARD_ENDS = [JobState.Succeeded, JobState.Terminated, JobState.Cancelled, JobState.Skipped] as const;
const EXECUTOR_FIELDS = { id: text, name: text, address: v.exactOptional(text) };

export const instanceSchema: Parser<InstanceJson> = wireObject({
  ...SUMMARY_FIELDS,
  args: json,
  result: json,
  error: v.nullable(
    v.object({
      code: text,
      number: v.pipe(
        v.nullable(number),
        v.description(
          "What the job's author gave it, else that of the code; `null` for a code that is not ours",
        ),
      ),
      message: v.pipe(v.nullable(text), v.description("`null` where it is hidden")),
      stack: v.exactOptional(text),
      parameters: v.exactOptional(v.record(text, v.any())),
    }),
  ),
  routing: v.pipe(
    v.nullable(
      v.object({
        strategy: v.picklist(Object.values(RoutingStrategy)),
        executor: v.nullable(v.object(EXECUTOR_FIELDS)),
        refused: v.array(v.object({ ...EXECUTOR_FIELDS, why: v.picklist(Object.values(RefusalCode)) })),
        shard: v.pipe(
          v.exactOptional(v.object({ index: number, total: number })),
          v.description("Which part of a broadcast it is"),
        ),
        shards: v.pipe(
          v.exactOptional(
            v.array(v.object({ ...EXECUTOR_FIELDS, ended: v.exactOptional(v.picklist(SHARD_ENDS)) })),
          ),
          v.description("Of a broadcast that has begun: its shards by their index, and how each ended"),
        ),
      }),
    ),
    v.description("How its executor was chosen; `null` where any that has room takes it"),
  ),
  usageSeries: v.pipe(
    v.nullable(
      v.object({
        everyMs: v.pipe(number, v.description("How long each step is")),
        cpu: v.pipe(v.array(number), v.description("Processors in use in each step: 1 is one")),
        memoryBytes: v.pipe(v.array(number), v.description("The most resident memory in each step")),
      }),
    ),
    v.description("`usage` over time, in at most 60 steps; `null` where it took less than some seconds"),
  ),
  script: v.pipe(
    v.nullable(v.object({ version: v.number(), hash: v.string() })),
    v.description(
      "The version of the script that its latest attempt took; `null` where its job runs none, or before it begins",
    ),
  ),
  history: v.array(
    v.object({
      at: instantOut,
      from: v.nullable(state),
      to: state,
      attempt: number,
      worker: v.nullable(text),
      ...REASON_FIELDS,
    }),
  ),
});
