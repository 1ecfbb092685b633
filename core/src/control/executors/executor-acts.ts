import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { ExpectedExecutor } from "../../model/expected-executor.ts";
import { type ActChange, ActKind, SubjectType } from "../../model/history/act.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import type { PerRequester } from "../access/per-requester.ts";
import type { Doing } from "../history/act-log.ts";
import { changeOf } from "../history/act-changes.ts";
import { type Acts, NotedWithin } from "../history/noted.ts";

type Lists = Pick<PerRequester<MoJobScheduler>, "expectedExecutors" | "executorKeys">;

/** What is noted of the scheduler's own methods. */
export const OWN_ACTS: Acts<MoJobScheduler, Lists> = {
  trigger: NotedWithin.Each,
  drainWorker: async (_, drain) => workerAct(ActKind.DrainWorker, await drain()),
  undrainWorker: async (_, undrain) => workerAct(ActKind.UndrainWorker, await undrain()),
  async expectExecutor({ requester, args: [app, request], service }, change) {
    const before = await service.expectedExecutors(requester, app);
    const name = request.name.trim();
    const after = labelsOf(await change(), name) ?? {};
    return executorAct(app, SubjectType.ExpectedExecutor, name, [
      changeOf("labels", labelsOf(before, name), after),
    ]);
  },
  async forgetExecutor({ requester, args: [app, name], service }, change) {
    const before = labelsOf(await service.expectedExecutors(requester, app), name);
    await change();
    if (before === null) return [];
    return executorAct(app, SubjectType.ExpectedExecutor, name, [changeOf("labels", before, null)]);
  },
  async addExecutorKey({ requester, args: [app], service }, change) {
    const before = await service.executorKeys(requester, app);
    const { keyid, publicKey } = await change();
    if (before.some((key) => key.keyid === keyid)) return [];
    return executorAct(app, SubjectType.ExecutorKey, keyid, [changeOf("publicKey", null, publicKey)]);
  },
  async removeExecutorKey({ requester, args: [app, id], service }, change) {
    const removed = (await service.executorKeys(requester, app)).filter((key) => key.id === id);
    await change();
    return removed.map(({ keyid, publicKey }) =>
      executorAct(app, SubjectType.ExecutorKey, keyid, [changeOf("publicKey", publicKey, null)]),
    );
  },
};

function workerAct(kind: ActKind, { app, id }: ExecutorRecord): Doing {
  return { kind, app, subject: { type: SubjectType.Worker, id } };
}

function executorAct(app: string, type: SubjectType, id: string, changes: readonly ActChange[]): Doing {
  return { kind: ActKind.EditExecutors, app, subject: { type, id }, changes };
}

function labelsOf(list: readonly ExpectedExecutor[], name: string): ExpectedExecutor["labels"] | null {
  return list.find((one) => one.name === name)?.labels ?? null;
}
