import type { AppSet } from "../../../access/app-set.ts";
import type { Asker } from "../../../access/asker.ts";
import type { ExecutorRecord } from "../../../model/executor-record.ts";
import { type ActChange, ActKind, type ActSubject, SubjectType } from "../../../model/history/act.ts";
import type { ExpectedExecutor } from "../../../model/expected-executor.ts";
import type { MoJobScheduler } from "../../../scheduler/mo-job-scheduler.ts";
import type { Asked } from "../../access/asked.ts";
import { drainWorker, type DrainWorkerOptions } from "../../executors/drain-worker.ts";
import {
  addExecutorKey,
  type ExecutorKeysOptions,
  listExecutorKeys,
  removeExecutorKey,
} from "../../executors/executor-keys.ts";
import {
  addExpected,
  type ExpectedExecutorsOptions,
  listExpected,
  removeExpected,
} from "../../executors/expected-executors.ts";
import type { ActBook } from "../act-book.ts";
import { changeOf } from "../act-changes.ts";

export interface ExecutorMethodsOptions
  extends DrainWorkerOptions, ExpectedExecutorsOptions, ExecutorKeysOptions {
  readonly state: ExpectedExecutorsOptions["state"] & ExecutorKeysOptions["state"];
  readonly workers: (apps: AppSet) => Promise<readonly ExecutorRecord[]>;
  readonly book: ActBook;
}

type Methods = Pick<
  Asked<MoJobScheduler>,
  | "drainWorker"
  | "undrainWorker"
  | "expectedExecutors"
  | "expectExecutor"
  | "forgetExecutor"
  | "executorKeys"
  | "addExecutorKey"
  | "removeExecutorKey"
>;

/** Writes what has become of executors of an app, where something has. */
type NoteExecutors = (
  asker: Asker,
  app: string,
  subject: ActSubject,
  changes: readonly ActChange[],
) => Promise<void>;

/** Changes to executors, each with its act. */
export function executorMethods(options: ExecutorMethodsOptions): Methods {
  const { book } = options;

  const drain = async (asker: Asker, id: string, isDrained: boolean): Promise<ExecutorRecord> => {
    const worker = await drainWorker(asker, id, isDrained, options);
    const kind = isDrained ? ActKind.DrainWorker : ActKind.UndrainWorker;
    await book.noteDone(asker, { kind, app: worker.app, subject: { type: SubjectType.Worker, id } });
    return worker;
  };

  const note: NoteExecutors = async (asker, app, subject, changes) => {
    if (changes.length > 0)
      await book.noteDone(asker, { kind: ActKind.EditExecutors, app, subject, changes });
  };

  return {
    drainWorker: (asker, id) => drain(asker, id, true),
    undrainWorker: (asker, id) => drain(asker, id, false),
    expectedExecutors: (asker, app) => listExpected(asker, app, options),
    async expectExecutor(asker, app, request) {
      const before = await listExpected(asker, app, options);
      const list = await addExpected(asker, app, request, options);
      const name = request.name.trim();
      await note(asker, app, { type: SubjectType.ExpectedExecutor, id: name }, [
        changeOf("labels", labelsOf(before, name), labelsOf(list, name) ?? {}),
      ]);
      return list;
    },
    async forgetExecutor(asker, app, name) {
      const before = labelsOf(await listExpected(asker, app, options), name);
      const list = await removeExpected(asker, app, name, options);
      const changes = before === null ? [] : [changeOf("labels", before, null)];
      await note(asker, app, { type: SubjectType.ExpectedExecutor, id: name }, changes);
      return list;
    },
    ...keyMethods(options, note),
  };
}

function keyMethods(
  options: ExecutorKeysOptions,
  note: NoteExecutors,
): Pick<Methods, "executorKeys" | "addExecutorKey" | "removeExecutorKey"> {
  return {
    executorKeys: (asker, app) => listExecutorKeys(asker, app, options),
    async addExecutorKey(asker, app, request) {
      const before = await listExecutorKeys(asker, app, options);
      const added = await addExecutorKey(asker, app, request, options);
      const isNew = before.every(({ keyid }) => keyid !== added.keyid);
      const changes = isNew ? [changeOf("publicKey", null, added.publicKey)] : [];
      await note(asker, app, { type: SubjectType.ExecutorKey, id: added.keyid }, changes);
      return added;
    },
    async removeExecutorKey(asker, app, id) {
      const removed = (await listExecutorKeys(asker, app, options)).filter((key) => key.id === id);
      await removeExecutorKey(asker, app, id, options);
      for (const { keyid, publicKey } of removed)
        // oxlint-disable-next-line no-await-in-loop
        await note(asker, app, { type: SubjectType.ExecutorKey, id: keyid }, [
          changeOf("publicKey", publicKey, null),
        ]);
    },
  };
}

function labelsOf(list: readonly ExpectedExecutor[], name: string): ExpectedExecutor["labels"] | null {
  return list.find((one) => one.name === name)?.labels ?? null;
}
