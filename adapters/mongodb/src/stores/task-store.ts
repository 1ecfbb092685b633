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
import { type AnyBulkWriteOperation, ObjectId } from "mongodb";
import type { StoreHandle } from "../connection/mongodb-connection.ts";
import { isDuplicateKey, toPartialWrite } from "../connection/store-error.ts";
import { documentId } from "../documents/instance-document.ts";
import type { FactText, TaskDocument } from "../documents/mongodb-documents.ts";
import { writeInRounds } from "../documents/rounds.ts";
import { exactly, inOneBatch } from "../documents/typed-filter.ts";

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
    return found && stateOf(found);
  }

  async readMany(tenant: string, ids: readonly string[]): Promise<readonly (TaskState | null)[]> {
    if (ids.length === 0) return [];
    const { tasks } = this.#store.collections;
    const found = await this.#store.call("read tasks", () =>
      tasks.find({ _id: { $in: ids.map((id) => documentId(tenant, id)) } }).toArray(),
    );
    const byId = new Map(found.map((document) => [document.id, document]));
    return ids.map((id) => {
      const document = byId.get(id);
      return document === undefined ? null : stateOf(document);
    });
  }

  write(steps: readonly TaskWrite[]): Promise<readonly boolean[]> {
    return this.#store.call("write steps of tasks", () =>
      writeInRounds(steps, idOf, (round) => this.#writeRound(round)),
    );
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

  /** Steps of different tasks: resolves to which were written. */
  async #writeRound(steps: readonly TaskWrite[]): Promise<readonly boolean[]> {
    const ticket = new ObjectId();
    const first = steps.filter(({ state }) => state.rev === 1);
    const later = steps.filter(({ state }) => state.rev > 1);
    const [begun, moved] = await Promise.all([this.#begin(first, ticket), this.#move(later, ticket)]);
    const written = new Set([...begun, ...moved]);
    await Promise.all(
      later
        .filter((step) => step.state.rev % STEPS_PER_STATE === 0 && written.has(step))
        .map(({ state }) => this.#keepState(state)),
    );
    return steps.map((step) => written.has(step));
  }

  /** Records the first steps of tasks; resolves to those whose task has a run. */
  async #begin(steps: readonly TaskWrite[], ticket: ObjectId): Promise<readonly TaskWrite[]> {
    if (steps.length === 0) return [];
    const { tasks, instances } = this.#store.collections;
    const ids = steps.map(idOf);
    const runs = await instances
      .find({ _id: { $in: ids } }, inOneBatch(ids.length))
      .project<{ readonly _id: string }>({ _id: 1 })
      .toArray();
    const known = new Set(runs.map(({ _id }) => _id));
    const begun = steps.filter((step) => known.has(idOf(step)));
    if (begun.length === 0) return [];
    const documents = begun.map(({ facts, state, dueAt }): TaskDocument => {
      const { tenant, id, rev } = state;
      return {
        _id: documentId(tenant, id),
        tenant,
        id,
        rev,
        dueAt,
        state: toTaggedJson(state),
        facts: facts.map(toFactText),
        ticket,
      };
    });
    try {
      await tasks.insertMany(documents, { ordered: false });
      return begun;
    } catch (error) {
      toPartialWrite(error);
      return this.#writtenWith(ticket, begun);
    }
  }

  /** Resolves to the steps whose tasks are at the step before. */
  async #move(steps: readonly TaskWrite[], ticket: ObjectId): Promise<readonly TaskWrite[]> {
    if (steps.length === 0) return [];
    const operations = steps.map((step): AnyBulkWriteOperation<TaskDocument> => {
      const { facts, state, dueAt } = step;
      return {
        updateOne: {
          filter: { _id: exactly(idOf(step)), rev: exactly(state.rev - 1) },
          update: {
            $set: { rev: state.rev, dueAt, ticket },
            $push: { facts: { $each: facts.map(toFactText) } },
          },
        },
      };
    });
    const { matchedCount } = await this.#store.collections.tasks.bulkWrite(operations, { ordered: false });
    return matchedCount === steps.length ? steps : this.#writtenWith(ticket, steps);
  }

  /** The server only says how many it wrote; the ticket says which, also where the response to a first try was lost. */
  async #writtenWith(ticket: ObjectId, steps: readonly TaskWrite[]): Promise<readonly TaskWrite[]> {
    const found = await this.#store.collections.tasks
      .find({ _id: { $in: steps.map(idOf) }, ticket }, inOneBatch(steps.length))
      .project<{ readonly _id: string }>({ _id: 1 })
      .toArray();
    const written = new Set(found.map(({ _id }) => _id));
    return steps.filter((step) => written.has(idOf(step)));
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

function idOf({ state: { tenant, id } }: TaskWrite): string {
  return documentId(tenant, id);
}

function toFactText(fact: TaskFact): FactText {
  return { seq: fact.seq, text: toTaggedJson(fact) };
}

function toFact({ text }: FactText): TaskFact {
  return fromTaggedJson(text) as TaskFact;
}

function stateOf({ state: earlier, facts }: TaskDocument): TaskState {
  const state = fromTaggedJson(earlier) as TaskState;
  return foldFacts(state, facts.filter(({ seq }) => seq > state.seq).map(toFact));
}
