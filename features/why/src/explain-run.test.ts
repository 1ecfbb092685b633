import type { JobInstance, JobState } from "@mojob/core";
import type { RunExplanation } from "@mojob/core/engine";
import type { Act, ExecutorRecord, HistoryEntry, Reason } from "@mojob/core/ports";
import { aRequester } from "@mojob/test-fixtures/requester";
import {
  aDefinition,
  anAct,
  anInstance,
  type DefinitionOverrides,
  START,
} from "@mojob/test-fixtures/records";
import { anExecutor, createWorld, type World } from "@mojob/test-fixtures/world";
import { describe, expect, test } from "vitest";
import { createExplanationService } from "./create-explanation-service.ts";

const RUN = "run-9";

function at(seconds: number): Date {
  return new Date(START.getTime() + seconds * 1000);
}

function edge(
  seconds: number,
  from: JobState | null,
  to: JobState,
  more: Partial<HistoryEntry> = {},
): HistoryEntry {
  return { at: at(seconds), from, to, attempt: 0, worker: null, reason: null, ...more };
}

/** A run that waited from 0 to `begun` and ended a second later. */
function ended(id: string, begun: number, state: JobState, more: Partial<JobInstance> = {}): JobInstance {
  return anInstance({
    id,
    state,
    createdAt: START,
    enqueuedAt: START,
    startedAt: at(begun),
    completedAt: at(begun + 1),
    updatedAt: at(begun + 1),
    attempt: 1,
    worker: "worker-1",
    history: [
      edge(0, null, "Enqueued"),
      edge(begun, "Enqueued", "Processing", { attempt: 1 }),
      edge(begun + 1, "Processing", state, { attempt: 1 }),
    ],
    ...more,
  });
}

const WAITING: Reason = { code: "waits_for_slot", parameters: { limit: 1 } };

/** A run that has waited since 0 and does so now, at 60 s. */
function waiting(more: Partial<JobInstance> = {}): JobInstance {
  return anInstance({
    id: RUN,
    createdAt: START,
    enqueuedAt: START,
    history: [edge(0, null, "Enqueued")],
    ...more,
  });
}

/** A run that is executed since the first second. */
function running(more: Partial<JobInstance> = {}): JobInstance {
  const begun = [edge(0, null, "Enqueued"), edge(1, "Enqueued", "Processing", { attempt: 1 })];
  const state = {
    state: "Processing",
    worker: "worker-1",
    startedAt: at(1),
    claim: "c",
    attempt: 1,
  } as const;
  return waiting({ ...state, history: begun, ...more });
}

function failed(more: Partial<JobInstance> = {}): JobInstance {
  return ended(RUN, 50, "Terminated", {
    createdAt: at(50),
    enqueuedAt: at(50),
    error: { code: "job_error", message: "no such order" },
    reason: { code: "retries_used_up", parameters: { count: 1 } },
    ...more,
  });
}

interface Case {
  readonly job?: DefinitionOverrides;
  readonly runs: readonly JobInstance[];
  readonly workers?: readonly Partial<ExecutorRecord>[];
  readonly acts?: readonly Partial<Act>[];
  readonly debugs?: boolean;
}

async function explain({ job = {}, runs, workers = [{}], acts = [], debugs }: Case): Promise<RunExplanation> {
  const world: World = createWorld();
  const records = workers.map((worker) => anExecutor({ lastSeenAt: at(60), ...worker }));
  await world.define(aDefinition(job));
  await world.store.instances.insert(runs);
  for (const record of records) await world.store.executors.save(record);
  if (debugs) await world.debugMode.decide({ recurring: false, triggered: true });
  await world.store.history.append(
    acts.map((act, index) =>
      anAct({ id: `0190a000-0000-7000-8000-00000000000${index}`, at: at(20), ...act }),
    ),
  );
  await world.clock.advance(60_000);
  const service = createExplanationService({
    ...world,
    tenant: "default",
    workers: () => Promise.resolve(records),
  });
  return service.run(aRequester(), RUN);
}

const SUCCESS = ended("run-1", 1, "Succeeded");
const DEED = { by: "li", at: at(20).toISOString(), note: null };

describe("a run says why", () => {
  test.each<[string, Case, Partial<RunExplanation>["verdict"], readonly object[]]>([
    ["it began on time", { runs: [ended(RUN, 1, "Succeeded")] }, "on_time", [{ code: "on_time" }]],
    [
      "it was fired late",
      {
        job: { kind: "recurring" },
        runs: [
          ended(RUN, 10, "Succeeded", {
            createdAt: at(10),
            enqueuedAt: at(10),
            trigger: { type: "cron", nominalTime: START },
            history: [edge(10, null, "Enqueued"), edge(10, "Enqueued", "Processing", { attempt: 1 })],
          }),
        ],
      },
      "late",
      [{ code: "fired_late", parameters: { lateMs: 10_000 } }],
    ],
    [
      "a schedule with jitter is not late",
      {
        job: { kind: "recurring", options: { cron: "0 0 * * * *", jitterMs: 10_000 } },
        runs: [
          ended(RUN, 10, "Succeeded", { createdAt: at(10), trigger: { type: "cron", nominalTime: START } }),
        ],
      },
      "on_time",
      [{ code: "on_time" }],
    ],
    [
      "another run held its slot",
      {
        job: { options: { maxConcurrency: 1, whenFull: "queue" } },
        runs: [ended("run-1", 0, "Succeeded", { completedAt: at(9) }), ended(RUN, 9, "Succeeded")],
      },
      "late",
      [{ code: "slots_taken", parameters: { limit: 1, count: 1, runs: ["run-1"], waitedMs: 9000 } }],
    ],
    [
      "a run that had ended before held no slot",
      {
        job: { options: { maxConcurrency: 1, whenFull: "queue" } },
        runs: [
          ended("run-1", -9, "Succeeded", { createdAt: at(-10), completedAt: at(-8) }),
          ended(RUN, 9, "Succeeded"),
        ],
      },
      "late",
      [{ code: "waited_for_worker" }],
    ],
    [
      "the job was paused meanwhile",
      {
        job: {
          kind: "recurring",
          pause: { at: at(-60), until: at(9), note: "Release", by: "li" },
        },
        runs: [ended(RUN, 9, "Succeeded")],
      },
      "late",
      [
        {
          code: "paused",
          parameters: { by: "li", note: "Release", since: at(-60).toISOString(), until: at(9).toISOString() },
        },
      ],
    ],
    [
      "nothing says what kept the workers",
      { runs: [ended(RUN, 9, "Succeeded")] },
      "late",
      [{ code: "waited_for_worker", parameters: { waitedMs: 9000 } }],
    ],
    [
      "its trigger named a later time",
      { runs: [waiting({ state: "Scheduled", scheduledFor: at(90), enqueuedAt: null })] },
      "waiting",
      [{ code: "asked_for_later", parameters: { at: at(90).toISOString() } }],
    ],
    [
      "it was snoozed",
      {
        runs: [
          waiting({
            state: "Scheduled",
            scheduledFor: at(90),
            attempt: 1,
            reason: { code: "snoozed", parameters: { delayMs: 60_000 } },
          }),
        ],
      },
      "waiting",
      [{ code: "recorded" }, { code: "begins_at", parameters: { at: at(90).toISOString() } }],
    ],
    [
      "its retry is due later",
      {
        runs: [
          waiting({
            state: "Failed",
            retryAt: at(90),
            attempt: 1,
            history: [
              edge(0, null, "Enqueued"),
              edge(5, "Processing", "Failed", {
                attempt: 1,
                reason: {
                  code: "attempt_failed",
                  parameters: { attempt: 1, failure: { code: "job_error", message: "no" } },
                },
              }),
            ],
          }),
        ],
      },
      "waiting",
      [{ code: "recorded", parameters: { reason: { code: "attempt_failed" } } }, { code: "begins_at" }],
    ],
    [
      "others wait before it",
      {
        job: { options: { maxConcurrency: 1, whenFull: "queue" } },
        runs: [
          anInstance({
            id: "run-1",
            state: "Processing",
            claim: "c",
            slot: 0,
            worker: "worker-1",
            startedAt: at(1),
            attempt: 1,
          }),
          waiting({ id: "run-2", reason: WAITING, createdAt: at(-1) }),
          waiting({ reason: WAITING }),
        ],
      },
      "waiting",
      [
        { code: "slots_taken", parameters: { runs: ["run-1"], waitedMs: 60_000 } },
        { code: "runs_before", parameters: { count: 1, atLeast: false } },
      ],
    ],
    [
      "no worker is online",
      { runs: [waiting()], workers: [] },
      "waiting",
      [{ code: "no_worker", parameters: { workers: [] } }],
    ],
    [
      "no worker takes it, each for its reason",
      {
        job: { options: { executors: { minVersion: "2.0.0" } } },
        runs: [waiting()],
        workers: [
          { id: "old", name: "old", version: "1.0.0" },
          { id: "bare", name: "bare", version: "2.0.0", jobKeys: [] },
          { id: "leaves", name: "leaves", version: "2.0.0", draining: true },
        ],
      },
      "waiting",
      [
        {
          code: "no_worker",
          parameters: {
            workers: [
              { name: "old", reason: { code: "executor_rule" } },
              { name: "bare", reason: { code: "no_runner" } },
              { name: "leaves", reason: { code: "draining" } },
            ],
          },
        },
      ],
    ],
    [
      "every worker is full",
      { runs: [waiting()], workers: [{ running: 4, limit: 4 }] },
      "waiting",
      [{ code: "workers_full", parameters: { running: 4, limit: 4, workers: 1 } }],
    ],
    [
      "debug mode is on",
      { runs: [waiting()], debugs: true },
      "waiting",
      [{ code: "closed", parameters: { reason: { code: "debug_mode" } } }],
    ],
    [
      "its job was disabled",
      { job: { options: { disabled: true } }, runs: [waiting()] },
      "waiting",
      [{ code: "closed", parameters: { reason: { code: "job_disabled" } } }],
    ],
    [
      "its app is stopped",
      { job: { appPause: { at: at(-5), until: null, note: null, by: "li" } }, runs: [waiting()] },
      "waiting",
      [{ code: "app_stopped", parameters: { app: "mail", by: "li", until: null } }],
    ],
    [
      "it waits for its turn by a rate, which no run holds",
      { runs: [waiting({ reason: { code: "waits_for_slot", parameters: { limit: 2, perMs: 60_000 } } })] },
      "waiting",
      [{ code: "recorded", parameters: { reason: { parameters: { perMs: 60_000 } } } }],
    ],
    [
      "it waits for another run of its key",
      { runs: [waiting({ reason: { code: "waits_for_run", parameters: { other: "run-1" } } })] },
      "waiting",
      [{ code: "recorded", parameters: { reason: { code: "waits_for_run" } } }],
    ],
    [
      "its worker is silent",
      {
        runs: [running()],
        workers: [{ lastSeenAt: at(30) }],
      },
      "running",
      [{ code: "worker_silent", parameters: { name: "worker-1", lastSeenAt: at(30).toISOString() } }],
    ],
    [
      "its worker was blocked, and a cancel was asked for",
      {
        runs: [
          running({
            cancelRequestedAt: at(20),
            cancelReason: { code: "cancelled", parameters: { by: "li", note: "Wrong" } },
          }),
        ],
        workers: [{ blocked: { at: at(40), ms: 3000, jobKeys: ["mail.send"] } }],
      },
      "running",
      [
        { code: "cancel_asked", parameters: { by: "li", note: "Wrong" } },
        { code: "loop_blocked", parameters: { ms: 3000, jobKeys: ["mail.send"] } },
      ],
    ],
    [
      "it was skipped, and who held the slots",
      {
        job: { options: { maxConcurrency: 1 } },
        runs: [
          ended("run-1", 0, "Succeeded", { completedAt: at(9) }),
          waiting({
            state: "Skipped",
            completedAt: START,
            reason: { code: "job_full", parameters: { limit: 1 } },
          }),
        ],
      },
      "skipped",
      [
        { code: "recorded", parameters: { reason: { code: "job_full" } } },
        { code: "slots_taken", parameters: { runs: ["run-1"] } },
      ],
    ],
    [
      "it was cancelled",
      {
        runs: [
          waiting({
            state: "Cancelled",
            completedAt: at(3),
            reason: { code: "cancelled", parameters: { by: "li", note: null } },
          }),
        ],
      },
      "cancelled",
      [{ code: "recorded", parameters: { reason: { code: "cancelled" } } }],
    ],
    [
      "it failed, as every run before it",
      { runs: [failed()] },
      "failed",
      [
        { code: "recorded", parameters: { reason: { code: "attempt_failed" } } },
        { code: "recorded", parameters: { reason: { code: "retries_used_up" } } },
        { code: "never_succeeded", parameters: { count: 1 } },
      ],
    ],
    [
      "it failed as the one before, and nothing has changed since the last that succeeded",
      {
        runs: [SUCCESS, ended("run-2", 10, "Terminated", { createdAt: at(10) }), failed()],
      },
      "failed",
      [
        { code: "recorded" },
        { code: "recorded" },
        { code: "fails_in_a_row", parameters: { count: 2, atLeast: false, since: at(10).toISOString() } },
        { code: "nothing_changed", parameters: { run: "run-1" } },
      ],
    ],
    [
      "it failed since something changed",
      {
        runs: [
          ended("run-1", 1, "Succeeded", {
            args: 1,
            history: [
              edge(0, null, "Enqueued"),
              edge(1, "Enqueued", "Processing", {
                attempt: 1,
                reason: { code: "script_started", parameters: { script: { version: 1, hash: "a" } } },
              }),
            ],
          }),
          failed({
            args: 2,
            worker: "worker-2",
            history: [
              edge(50, null, "Enqueued"),
              edge(50, "Enqueued", "Processing", {
                attempt: 1,
                reason: { code: "script_started", parameters: { script: { version: 2, hash: "b" } } },
              }),
            ],
          }),
        ],
        workers: [
          { name: "one", version: "1.0.0" },
          { id: "worker-2", name: "two", version: "1.1.0" },
        ],
        acts: [{ changes: [{ pointer: "/timeoutMs", before: "1", after: "2" }] }],
      },
      "failed",
      [
        { code: "recorded" },
        { code: "recorded" },
        { code: "job_changed", parameters: { ...DEED, names: ["timeoutMs"] } },
        { code: "script_changed", parameters: { from: 1, to: 2 } },
        { code: "code_changed", parameters: { from: "1.0.0", to: "1.1.0" } },
        { code: "args_changed", parameters: { run: "run-1" } },
        { code: "worker_changed", parameters: { from: "one", to: "two" } },
      ],
    ],
  ])("%s", async (_what, given, verdict, causes) => {
    const explanation = await explain(given);
    expect(explanation.verdict).toBe(verdict);
    expect(explanation.causes).toMatchObject(causes);
    expect(explanation.causes).toHaveLength(causes.length);
  });

  test("what it went through, without gaps", async () => {
    const { phases, latenessMs } = await explain({
      job: { kind: "recurring" },
      runs: [
        ended(RUN, 20, "Succeeded", {
          createdAt: at(10),
          trigger: { type: "cron", nominalTime: START },
          history: [
            edge(10, null, "Enqueued"),
            edge(20, "Enqueued", "Processing", { attempt: 1 }),
            edge(25, "Processing", "Failed", { attempt: 1 }),
            edge(30, "Failed", "Processing", { attempt: 2 }),
            edge(31, "Processing", "Succeeded", { attempt: 2 }),
          ],
        }),
      ],
    });
    expect(latenessMs).toBe(20_000);
    expect(phases.map(({ name, from, to }) => [name, from, to])).toEqual([
      ["fire", at(0), at(10)],
      ["queue", at(10), at(20)],
      ["run", at(20), at(25)],
      ["retry", at(25), at(30)],
      ["run", at(30), at(31)],
    ]);
  });

  test("not to one who may not read its app", async () => {
    const world = createWorld();
    await world.store.instances.insert([waiting()]);
    const service = createExplanationService({
      ...world,
      tenant: "default",
      workers: () => Promise.resolve([]),
    });
    await expect(service.run(aRequester("shop"), RUN)).rejects.toMatchObject({ code: "instance_not_found" });
    await expect(service.job(aRequester("shop"), "mail.send")).rejects.toMatchObject({
      code: "job_not_found",
    });
  });
});
