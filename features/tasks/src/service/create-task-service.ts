import type { JobInstance } from "@mojob/core";
import type { JobDefinitionCache, TaskRequest } from "@mojob/core/engine";
import type {
  ActBook,
  Asked,
  Asker,
  InstanceService,
  SecretVault,
  TaskMoment,
  TaskOperation,
  TaskService,
} from "@mojob/core/feature";
import {
  ActKind,
  type Clock,
  type IMoHistoryStore,
  type IMoInstanceQueries,
  type IMoInstanceStore,
  type IMoScriptStore,
  type IMoTaskStore,
} from "@mojob/core/ports";
import type { OpenTask } from "../driver/open-task.ts";
import type { TaskDriver } from "../driver/task-driver.ts";
import { checkBody } from "./check-body.ts";
import { editValue } from "./edit-value.ts";
import { countInbox, type InboxOptions, readInbox } from "./inbox.ts";
import { type AskedRerun, planAgain, type PlannedRerun } from "./plan-again.ts";
import { notATask, taskRefused } from "./task-refused.ts";
import { assertMayApprove, type FindStarters } from "./assert-may-approve.ts";
import { startersOf, type StartersOptions } from "./starters-of.ts";
import { viewTask } from "./task-view.ts";
import { WaitingTasks } from "./waiting-tasks.ts";

export interface TaskServiceOptions {
  readonly tenant: string;
  readonly tasks: TaskDriver;
  readonly cache: Pick<JobDefinitionCache, "getMany" | "tenant">;
  readonly store: {
    readonly tasks: IMoTaskStore;
    readonly queries: Pick<IMoInstanceQueries, "list">;
    readonly instances: Pick<IMoInstanceStore, "get">;
    readonly scripts: Pick<IMoScriptStore, "get">;
    readonly history: Pick<IMoHistoryStore, "list">;
  };
  readonly instances: Pick<Asked<InstanceService>, "get" | "rerun">;
  readonly book: Pick<ActBook, "noteDone">;
  readonly secrets: Pick<SecretVault, "list">;
  readonly clock: Clock;
}

/** Shows runs of tasks, and has them do what people ask. */
export function createTaskService(options: TaskServiceOptions): Asked<TaskService> {
  const { tenant, tasks, cache, store, instances, book, secrets, clock } = options;

  const find = async (asker: Asker, id: string): Promise<OpenTask> => {
    const run = await instances.get(asker, id);
    const task = await tasks.read(run.id);
    if (task === null) throw notATask(run);
    return task;
  };

  const planned = async (asker: Asker, id: string, asked: AskedRerun): Promise<PlannedRerun> =>
    planAgain(await find(asker, id), asked, options);

  const findStarters: FindStarters = (run) => startersOf(run, startersIn(options));
  const inbox = inboxOf(options, findStarters);

  const note = (asker: Asker, { id, app, jobKey }: JobInstance, words: string): Promise<void> =>
    book.noteDone(asker, { kind: ActKind.OperateTask, app, jobKey, instanceId: id, note: words });

  return {
    validate: (asker, body, key = null) => checkBody(asker, body, key, { cache, secrets, clock }),

    inbox: (asker) => readInbox(asker, inbox),
    inboxCount: (asker) => countInbox(asker, inbox),

    get: async (asker, id) => viewTask(await find(asker, id)),

    at: async (asker, id, moment) => viewAt(tasks, await instances.get(asker, id), moment),

    async log(asker, id, after, limit) {
      await find(asker, id);
      return store.tasks.log(tenant, id, after, limit);
    },

    async operate(asker, id, { note: why, ...request }: TaskRequest) {
      const task = await find(asker, id);
      const { run } = task;
      await assertMayApprove(asker, task, request, findStarters);
      const operation = { ...request, by: asker.by ?? "" } as TaskOperation;
      const refusal = await tasks.operate(run, operation);
      if (refusal !== null) throw taskRefused(id, refusal);
      inbox.waiting.forget();
      await note(asker, run, noteOf(request, why));
      return viewTask(await find(asker, id));
    },

    async editValue(asker, id, request) {
      const { run } = await find(asker, id);
      const edited = await editValue(tasks.edits, run, request, asker.by ?? "");
      if (request.dryRun !== true) await note(asker, run, request.reason);
      return edited;
    },

    previewRerun: async (asker, id, mode, version) =>
      (await planned(asker, id, { mode, version })).plan.nodes,

    rerun: async (asker, id, mode, version) =>
      instances.rerun(asker, id, (await planned(asker, id, { mode, version })).request),
  };
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
