import {
  type DueTask,
  foldFacts,
  fromTaggedJson,
  type IMoTaskStore,
  type TaskFact,
  type TaskState,
  type TaskWrite,
  toTaggedJson,
} from "@mojob/core/ports";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { isDuplicateKey } from "../connection/store-error.ts";
import { documentId } from "../documents/instance-document.ts";
import type { FactText, TaskDocument } from "../documents/mongodb-documents.ts";
import { exactly } from "../documents/typed-filter.ts";

/** Steps after which the whole state is written once more, and the facts before it go into documents of their own. */
const STEPS_PER_STATE = 64;

/**
 * Keeps tasks, one document each: the state of an earlier step and the facts since, so that a step is one conditional write.
 * Facts that the state has are kept apart, where the log reads them.
 */
export class TaskStoreMongodb implements IMoTaskStore {
  readonly #store: StoreHandle;

  constructor(store: StoreHandle) {
    this.#store = store;
  }

  async read(tenant: string, id: string): Promise<TaskState | null> {
    const found = await this.#find(tenant, id);
    if (found === null) return null;
    const state = fromTaggedJson(found.state) as TaskState;
    return foldFacts(state, found.facts.filter(({ seq }) => seq > state.seq).map(toFact));
  }

  async write(step: TaskWrite): Promise<boolean> {
    const { tasks } = this.#store.collections;
    const { state, dueAt } = step;
    const { tenant, id, rev } = state;
    const facts = step.facts.map((fact) => ({ seq: fact.seq, text: toTaggedJson(fact) }));
    const isWritten = await this.#store.call(`write a step of task "${id}"`, async () => {
      if (rev === 1) return this.#begin(state, facts, dueAt);
      const { modifiedCount } = await tasks.updateOne(
        { _id: exactly(documentId(tenant, id)), rev: exactly(rev - 1) },
        { $set: { rev, dueAt }, $push: { facts: { $each: facts } } },
      );
      return modifiedCount === 1;
    });
    if (isWritten && rev % STEPS_PER_STATE === 0) await this.#keepState(state);
    return isWritten;
  }

  async log(tenant: string, id: string, after: number, limit: number): Promise<readonly TaskFact[]> {
    const { taskFacts } = this.#store.collections;
    const found = await this.#find(tenant, id);
    if (found === null || limit === 0) return [];
    const apart = await this.#store.call(`read the log of task "${id}"`, () =>
      taskFacts
        .find({ tenant: exactly(tenant), task: exactly(id), seq: { $gt: after } })
        .sort({ seq: 1 })
        .limit(limit)
        .toArray(),
    );
    const last = apart.at(-1)?.seq ?? after;
    return [...apart, ...found.facts.filter(({ seq }) => seq > last)].slice(0, limit).map(toFact);
  }

  async due(tenant: string, limit: number): Promise<readonly DueTask[]> {
    const { tasks } = this.#store.collections;
    if (limit === 0) return [];
    const found = await this.#store.call("find tasks that are due", () =>
      tasks
        .find({ tenant: exactly(tenant), dueAt: { $gt: new Date(0) } })
        .project<{ readonly id: string; readonly dueAt: Date }>({ _id: 0, id: 1, dueAt: 1 })
        .sort({ dueAt: 1 })
        .limit(limit)
        .toArray(),
    );
    return found;
  }

  #find(tenant: string, id: string): Promise<TaskDocument | null> {
    const { tasks } = this.#store.collections;
    return this.#store.call(`read task "${id}"`, () =>
      tasks.findOne({ _id: exactly(documentId(tenant, id)) }),
    );
  }

  /** Resolves to whether it was not there, and its run is. */
  async #begin(state: TaskState, facts: readonly FactText[], dueAt: Date | null): Promise<boolean> {
    const { tasks, instances } = this.#store.collections;
    const { tenant, id, rev } = state;
    const _id = documentId(tenant, id);
    if ((await instances.countDocuments({ _id: exactly(_id) }, { limit: 1 })) === 0) return false;
    try {
      await tasks.insertOne({ _id, tenant, id, rev, dueAt, state: toTaggedJson(state), facts: [...facts] });
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /** What it does not get done is done with a later step: the facts are in the task's document until then. */
  async #keepState(state: TaskState): Promise<void> {
    const { tasks, taskFacts } = this.#store.collections;
    const { tenant, id, rev, seq } = state;
    await this.#store.call(`keep the state of task "${id}"`, async () => {
      const found = await tasks.findOne({ _id: exactly(documentId(tenant, id)) });
      const old = found?.facts.filter((fact) => fact.seq <= seq) ?? [];
      const documents = old.map((fact) => ({
        _id: documentId(tenant, `${id}/${fact.seq}`),
        tenant,
        task: id,
        ...fact,
      }));
      if (documents.length === 0) return;
      await taskFacts.insertMany(documents, { ordered: false }).catch((error: unknown) => {
        // They were kept before, by a process that then died.
        if (!isDuplicateKey(error)) throw error;
      });
      await tasks.updateOne(
        { _id: exactly(documentId(tenant, id)), rev: { $gte: rev } },
        { $set: { state: toTaggedJson(state) }, $pull: { facts: { seq: { $lte: seq } } } },
      );
    });
  }
}

function toFact({ text }: FactText): TaskFact {
  return fromTaggedJson(text) as TaskFact;
}
