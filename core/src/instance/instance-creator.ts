import { Breath } from "../base/breath.ts";
import type { Clock } from "../base/clock.ts";
import { MoJobError, MoJobErrorCode } from "../base/error.ts";
import { GroupCommit } from "../base/group-commit.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { IMoInstanceStore } from "../ports/metadata-store.ts";
import type { JobInstance } from "./job-instance.ts";
import { isTerminal } from "./job-state.ts";
import { type NewRun, recordOf } from "./new-run.ts";

/** A batch of the dispatcher: the first of very many are on their way while the next are recorded. */
const LARGEST_INSERT = 250;

export interface CreatedRun {
  readonly instance: JobInstance;
  /** `false`: the id was taken, and this is the run that has it. */
  readonly created: boolean;
}

export interface InstanceCreatorOptions {
  readonly store: IMoInstanceStore;
  readonly dispatcher: Dispatcher;
  readonly clock: Clock;
}

/**
 * Records runs and hands them to the dispatcher, whatever they come from: cron, code, API, re-run.
 *
 * The record is the promise: where the runtime cannot be reached the caller still gets the run, and the reconciler
 * dispatches it later. Calls under way at the same time share a write.
 */
export class InstanceCreator {
  readonly #options: InstanceCreatorOptions;
  readonly #inserts: GroupCommit<NewRun, CreatedRun>;

  constructor(options: InstanceCreatorOptions) {
    this.#options = options;
    this.#inserts = new GroupCommit((runs) => this.#insert(runs), {
      breath: new Breath(options.clock),
      maxBatch: LARGEST_INSERT,
    });
  }

  /**
   * Records the runs; a run whose id is taken answers what has it.
   * @throws MoJobError `idempotency_mismatch` where the taken id belongs to another request
   */
  async create(runs: readonly NewRun[]): Promise<readonly CreatedRun[]> {
    const answers = await this.#inserts.submitAll(runs);
    answers.forEach((answer, index) => assertSameRequest(runs[index] as NewRun, answer));
    return answers;
  }

  async createOne(run: NewRun): Promise<CreatedRun> {
    const answer = await this.#inserts.submit(run);
    assertSameRequest(run, answer);
    return answer;
  }

  async #insert(runs: readonly NewRun[]): Promise<readonly CreatedRun[]> {
    const { store, dispatcher, clock } = this.#options;
    const now = clock.now();
    const dispatchIds = dispatcher.assign(runs.map(({ definition }) => definition));
    const records = runs.map((run, index) => recordOf(run, now, dispatchIds[index] as string));
    const standing = await store.insert(records).catch((error: unknown) => {
      dispatcher.giveBack(dispatchIds);
      throw error;
    });
    const created = records.map((record, index) => {
      const other = standing[index] ?? null;
      return { instance: other ?? record, created: other === null };
    });
    const isToBeSent = ({ created: isNew, instance }: CreatedRun, index: number): boolean =>
      isNew && !isTerminal(instance.state) && runs[index]?.carriedBy === undefined;
    dispatcher.giveBack(dispatchIds.filter((_, index) => !isToBeSent(created[index] as CreatedRun, index)));
    // Not awaited: the record is the promise, and whoever waits for it need not wait for the runtime.
    void dispatcher.send(
      created.filter(isToBeSent).map(({ instance }) => ({
        app: instance.app,
        dispatchId: instance.dispatchId,
        request: {
          instanceId: instance.id,
          jobKey: instance.jobKey,
          attempt: 1,
          priority: instance.priority,
          dueAt: instance.state === "Scheduled" ? instance.scheduledFor : null,
        },
      })),
    );
    return created;
  }
}

/** Two fires of one nominal time are the same run; two requests under one idempotency key must also say the same. */
function assertSameRequest(run: NewRun, { instance, created }: CreatedRun): void {
  if (created || run.fingerprint === null || instance.fingerprint === run.fingerprint) return;
  throw new MoJobError(
    MoJobErrorCode.IdempotencyMismatch,
    `Cannot start run "${run.id}": its idempotency key was used for another request`,
  );
}
