import { EventLoopYield } from "../../base/batching/event-loop-yield.ts";
import { type Clock, sleep } from "../../base/clock.ts";
import { isMoJobError } from "../../base/error.ts";
import { GroupCommit } from "../../base/batching/group-commit.ts";
import { WriteLanes } from "../../base/batching/write-lanes.ts";
import { type InstanceChange, isClaimed } from "../../model/instance/instance-change.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import type { InstanceRef } from "../../model/instance/attempt-ref.ts";
import type { Admission, AdmissionResult } from "../../model/write/admission.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** The first of very many have begun while the next are admitted. */
const LARGEST_ADMISSION = 125;

export interface AttemptWriterOptions {
  readonly store: IMoInstanceStore;
  /** As `IMoJobScheduleMetadataStore.commitsTogether`. @default false */
  readonly commitsTogether?: boolean | undefined;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** Ends the waiting for a store that is unavailable. */
  readonly signal: AbortSignal;
}

/**
 * Writes admissions and ends of attempts: grouped, and repeated while the store is unavailable.
 *
 * A write whose response was lost may have happened. It is repeated, and where the repeat finds that its condition no
 * longer holds, the record is read: it shows whether the first try went through.
 */
export class AttemptWriter {
  readonly #options: AttemptWriterOptions;
  readonly #admissions: GroupCommit<Admission, AdmissionResult>;
  readonly #updates: GroupCommit<InstanceChange, boolean>;

  constructor(options: AttemptWriterOptions) {
    this.#options = options;
    const loopYield = new EventLoopYield(options.clock);
    // Writes do not overlap, because that only delays both. Two admissions may: the second is written while the first's result is read.
    // A store that commits together what waits has them all in one commit, and a run's end does not wait for others' admissions.
    const inTurn = options.commitsTogether === true ? {} : { lanes: new WriteLanes() };
    this.#admissions = new GroupCommit((batch) => this.#admit(batch), {
      loopYield,
      ...inTurn,
      // Admissions go first, because a waiting run gets later and an ended one does not.
      isUrgent: true,
      atOnce: 2,
      maxBatch: LARGEST_ADMISSION,
    });
    this.#updates = new GroupCommit((batch) => this.#update(batch), { loopYield, ...inTurn });
  }

  /** Rejects when the signal ended the waiting, or for any error but an unavailable store. */
  admit(admission: Admission): Promise<AdmissionResult> {
    return this.#admissions.submit(admission);
  }

  /** Resolves to whether the change was written; rejects as `admit`. */
  update(change: InstanceChange): Promise<boolean> {
    return this.#updates.submit(change);
  }

  /** The record as it is now; rejects as `admit`. */
  async read(ref: InstanceRef): Promise<JobInstance | null> {
    const [record] = await this.readMany([ref]);
    return record ?? null;
  }

  async #admit(batch: readonly Admission[]): Promise<readonly AdmissionResult[]> {
    const { store } = this.#options;
    const { answers, repeated } = await this.retryWrite(() => store.admit(batch));
    if (!repeated) return answers;
    const records = await this.readMany(batch.map(({ change }) => change));
    return answers.map((answer, index) => {
      const record = records[index] ?? null;
      const { set } = (batch[index] as Admission).change;
      const isOurs = record !== null && isClaimed(record, set);
      return answer.outcome !== "admitted" && isOurs ? { outcome: "admitted", instance: record } : answer;
    });
  }

  async #update(batch: readonly InstanceChange[]): Promise<readonly boolean[]> {
    const { store } = this.#options;
    const { answers, repeated } = await this.retryWrite(() => store.update(batch));
    if (!repeated) return answers;
    const records = await this.readMany(batch);
    return answers.map(
      (applied, index) => applied || isApplied(batch[index] as InstanceChange, records[index] ?? null),
    );
  }

  /** The records of one tenant's runs, in order; rejects as `admit`. */
  async readMany(refs: readonly InstanceRef[]): Promise<readonly (JobInstance | null)[]> {
    const { store } = this.#options;
    const tenant = refs[0]?.tenant ?? "";
    const ids = refs.map(({ id }) => id);
    const { answers } = await this.retryWrite(() => store.get(tenant, ids));
    return answers;
  }

  /** Writes or reads, again and again while the store is unavailable; rejects as `admit`. */
  async retryWrite<Answer>(
    write: () => Promise<Answer>,
  ): Promise<{ readonly answers: Answer; readonly repeated: boolean }> {
    const { clock, onError, signal } = this.#options;
    for (
      let waitMs = FIRST_WAIT_MS, repeated = false;
      ;
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS), repeated = true
    ) {
      try {
        return { answers: await write(), repeated };
      } catch (error) {
        if (signal.aborted || !isMoJobError(error, "store_unavailable")) throw error;
        onError(error);
        await sleep(clock, waitMs, signal);
      }
    }
  }
}

/** Whether the record shows that this very change was written to it. */
export function isApplied({ set, append }: InstanceChange, record: JobInstance | null): boolean {
  if (record === null) return false;
  if (set.claim !== undefined && set.claim !== null) return isClaimed(record, set);
  const last = append.at(-1);
  return (
    last !== undefined &&
    record.history.some(
      (entry) =>
        entry.to === last.to &&
        entry.attempt === last.attempt &&
        entry.at.getTime() === last.at.getTime() &&
        entry.worker === last.worker,
    )
  );
}
