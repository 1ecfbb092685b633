import type { JobInstance, JsonValue } from "@mojob/core";
import type { JobDefinitionCache, RerunRequest, TaskRequest, ValueEditResult } from "@mojob/core/engine";
import {
  type ActLog,
  changeOf,
  type PerRequester,
  type Requester,
  type InstanceService,
  type StoredSecrets,
  type TaskMoment,
  type TaskOperation,
  type TaskService,
  type ValueEditRequest,
} from "@mojob/core/feature";
import {
  type ActChange,
  ActKind,
  type Clock,
  type IMoHistoryStore,
  type IMoInstanceQueries,
  type IMoInstanceStore,
  type IMoLogStore,
  type IMoScriptStore,
  type IMoTaskStore,
} from "@mojob/core/ports";
import type { OpenTask } from "../driver/open-task.ts";
import type { TaskDriver } from "../driver/task-driver.ts";
import { checkBody } from "./check-body.ts";
import { editValue } from "./edit-value.ts";
import { findNodes } from "./find-nodes.ts";
import { countInbox, type InboxOptions, readInbox } from "./inbox.ts";
import { type AskedRerun, planAgain, type PlannedRerun } from "./plan-again.ts";
import { readNodeLines } from "./node-lines.ts";
import { TaskHistories } from "./task-history.ts";
import { notATask, taskRefused } from "./task-refused.ts";
import { assertMayApprove, type FindStarters } from "./assert-may-approve.ts";
import { simulateBody } from "./simulate-body.ts";
import { PastValues } from "./past-values.ts";
import { startersOf, type StartersOptions } from "./starters-of.ts";
import { viewTask } from "./task-view.ts";
import { WaitingTasks } from "./waiting-tasks.ts";

export interface TaskServiceOptions {
  readonly tenant: string;
  readonly tasks: TaskDriver;
  readonly cache: Pick<JobDefinitionCache, "getAll" | "getMany" | "tenant">;
  readonly store: {
    readonly tasks: IMoTaskStore;
    readonly queries: Pick<IMoInstanceQueries, "list">;
    readonly instances: Pick<IMoInstanceStore, "get">;
    readonly scripts: Pick<IMoScriptStore, "get">;
    readonly history: Pick<IMoHistoryStore, "list">;
    readonly logs: Pick<IMoLogStore, "list">;
  };
  readonly instances: Pick<PerRequester<InstanceService>, "get" | "rerun">;
  readonly actLog: Pick<ActLog, "noteDone">;
  readonly secrets: Pick<StoredSecrets, "list">;
  readonly clock: Clock;
}

/** Shows runs of tasks, and has them do what people ask. */
export function createTaskService(options: TaskServiceOptions): PerRequester<TaskService> {
  const { tasks, cache, instances, actLog, secrets, clock } = options;

  const find = async (requester: Requester, id: string): Promise<OpenTask> => {
    const run = await instances.get(requester, id);
    const task = await tasks.read(run.id);
    if (task === null) throw notATask(run);
    return task;
  };

  const planned = async (requester: Requester, id: string, asked: AskedRerun): Promise<PlannedRerun> =>
    planAgain(await find(requester, id), asked, options);

  const findStarters: FindStarters = (run) => startersOf(run, startersIn(options));
  const inbox = inboxOf(options, findStarters);

  const note = noteIn(actLog);

  return {
    validate: (requester, body, key = null) => checkBody(requester, body, key, options),
    simulate: (requester, request) => simulateBody(requester, request, { cache, secrets, clock }),

    findNodes: (requester, search, limit) => findNodes(requester, search, limit, options),

    inbox: (requester) => readInbox(requester, inbox),
    inboxCount: (requester) => countInbox(requester, inbox),

    ...readsIn(options, find),

    async operate(requester, id, { note: why, ...request }: TaskRequest) {
      const task = await find(requester, id);
      const { run } = task;
      await assertMayApprove(requester, task, request, findStarters);
      const operation = { ...request, by: requester.by ?? "" } as TaskOperation;
      const refusal = await tasks.operate(run, operation);
      if (refusal !== null) throw taskRefused(id, refusal);
      inbox.waiting.forget();
      await note(requester, run, noteOf(request, why));
      return viewTask(await find(requester, id));
    },

    async editValue(requester, id, request) {
      const { run } = await find(requester, id);
      const edited = await editValue(tasks.edits, run, request, requester.by ?? "");
      const changes = [changedValue(request, edited)];
      if (request.dryRun !== true) await note(requester, run, request.reason, changes);
      return edited;
    },

    previewRerun: async (requester, id, mode, version) =>
      (await planned(requester, id, { mode, version })).plan.nodes,

    async rerun(requester, id, mode, version, args) {
      const { request } = await planned(requester, id, { mode, version });
      return instances.rerun(requester, id, args === undefined ? request : withArgs(request, args));
    },
  };
}

/** What is read of runs of tasks. */
function readsIn(
  { tenant, tasks, store, instances, clock }: TaskServiceOptions,
  find: (requester: Requester, id: string) => Promise<OpenTask>,
): Pick<PerRequester<TaskService>, "get" | "at" | "log" | "history" | "lines" | "evaluate"> {
  const histories = new TaskHistories({ tenant, store, reader: tasks.reader, clock });
  return {
    get: async (requester, id) => viewTask(await find(requester, id)),

    at: async (requester, id, moment) => viewAt(tasks, await instances.get(requester, id), moment),

    async log(requester, id, after, limit) {
      await find(requester, id);
      return store.tasks.log(tenant, id, after, limit);
    },

    history: async (requester, id) => histories.read((await find(requester, id)).run),

    async evaluate(requester, id, expressions) {
      const task = await find(requester, id);
      const log = expressions.some(({ visit }) => visit !== undefined) ? await tasks.reader.log(task) : [];
      const past = new PastValues(task, { values: tasks.values, log, now: clock.now() });
      return past.evaluateAll(expressions);
    },

    async lines(requester, id, query) {
      const { run } = await find(requester, id);
      return readNodeLines(run, await tasks.reader.log({ run }), query, store);
    },
  };
}

type NoteOperation = (
  requester: Requester,
  run: JobInstance,
  note: string,
  changes?: readonly ActChange[],
) => Promise<void>;

/** Notes in the history what was done to a run. */
function noteIn(actLog: Pick<ActLog, "noteDone">): NoteOperation {
  return (requester, { id, app, jobKey }, note, changes = []) =>
    actLog.noteDone(requester, { kind: ActKind.OperateTask, app, jobKey, instanceId: id, note, changes });
}

function changedValue({ path, value }: ValueEditRequest, before: ValueEditResult): ActChange {
  return changeOf(`values/${path.join("/")}`, before.value, value);
}

/** What is taken over of the run before stays, although that had other arguments. */
function withArgs({ mode, ...request }: RerunRequest, args: JsonValue): RerunRequest {
  return { ...request, ...(mode !== undefined && { mode: { ...mode, hasOtherArgs: true } }), args };
}

function inboxOf(options: TaskServiceOptions, findStarters: FindStarters): InboxOptions {
  const { store, tasks } = options;
  const waiting = new WaitingTasks(options);
  return { waiting, startersOf: findStarters, runs: store.instances, reader: tasks.reader };
}

/** Where is found who caused a run. */
function startersIn({ tenant, store, cache }: TaskServiceOptions): StartersOptions {
  return {
    tenant,
    history: store.history,
    findRun: async (id) => (await store.instances.get(tenant, [id]))[0] ?? null,
    findJob: async (key) => (await cache.getMany([key])).get(key) ?? null,
  };
}

/** The note of an act for the history. */
function noteOf(request: Omit<TaskRequest, "note">, why: string | undefined): string {
  if ("reason" in request) return String(request.reason);
  const done = "node" in request ? `${request.type} ${String(request.node)}` : request.type;
  return why === undefined ? done : `${done}: ${why}`;
}

async function viewAt(tasks: TaskDriver, run: JobInstance, moment: number | Date): Promise<TaskMoment> {
  const past = await tasks.reader.readAt(run, moment);
  if (past === null) throw notATask(run);
  const { task, last, lastSeq } = past;
  return { ...(await viewTask(task)), seq: last?.seq ?? 0, at: last?.at ?? null, lastSeq };
}
