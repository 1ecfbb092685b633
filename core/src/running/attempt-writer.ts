import { Breath } from "../base/breath.ts";
import { type Clock, sleep } from "../base/clock.ts";
import { isMoJobError } from "../base/error.ts";
import { GroupCommit } from "../base/group-commit.ts";
import { Turns } from "../base/turns.ts";
import type { InstanceChange, InstancePatch } from "../instance/instance-change.ts";
import type { JobInstance } from "../instance/job-instance.ts";
import type { InstanceRef } from "../instance/transitions.ts";
import type { Admission, AdmissionAnswer, IMoInstanceStore } from "../ports/metadata-store.ts";

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;
/** The first of very many have begun while the next are admitted. */
const LARGEST_ADMISSION = 125;

export interface AttemptWriterOptions {
  readonly store: IMoInstanceStore;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** Ends the waiting for a store that is gone. */
  readonly signal: AbortSignal;
}

/**
 * Writes what happens to attempts: grouped, and again and again while the store is gone.
 *
 * A write whose answer was lost may have happened. It is repeated, and where the repeat finds its condition gone the
 * record is read: what it says decides whether the first try was the one that went through.
 */
export class AttemptWriter {
  readonly #options: AttemptWriterOptions;
  readonly #admissions: GroupCommit<Admission, AdmissionAnswer>;
  readonly #updates: GroupCommit<InstanceChange, boolean>;

  constructor(options: AttemptWriterOptions) {
    this.#options = options;
    const breath = new Breath(options.clock);
    // Two writes at once take a store as long as one after the other, and then both end late: but an admission is also read.
    const turns = new Turns();
    this.#admissions = new GroupCommit((batch) => this.#admit(batch), {
      breath,
      turns,
      // What waits to begin is late meanwhile; what has ended is not.
      isUrgent: true,
      atOnce: 2,
      maxBatch: LARGEST_ADMISSION,
    });
    this.#updates = new GroupCommit((batch) => this.#update(batch), { breath, turns });
  }

  /** Rejects when the signal ended the waiting, or for anything but a store that is gone. */
  admit(admission: Admission): Promise<AdmissionAnswer> {
    return this.#admissions.submit(admission);
  }

  /** Resolves to whether the change was written; rejects as `admit`. */
  update(change: InstanceChange): Promise<boolean> {
    return this.#updates.submit(change);
  }

  /** The record as it is now; rejects as `admit`. */
  async read(ref: InstanceRef): Promise<JobInstance | null> {
    const [record] = await this.#read([ref]);
    return record ?? null;
  }

  async #admit(batch: readonly Admission[]): Promise<readonly AdmissionAnswer[]> {
    const { store } = this.#options;
    const { answers, repeated } = await this.#insist(() => store.admit(batch));
    if (!repeated) return answers;
    const records = await this.#read(batch.map(({ change }) => change));
    return answers.map((answer, index) => {
      const record = records[index] ?? null;
      const { set } = (batch[index] as Admission).change;
      const isOurs = record !== null && isClaimed(record, set);
      return answer.outcome !== "admitted" && isOurs ? { outcome: "admitted", instance: record } : answer;
    });
  }

  async #update(batch: readonly InstanceChange[]): Promise<readonly boolean[]> {
    const { store } = this.#options;
    const { answers, repeated } = await this.#insist(() => store.update(batch));
    if (!repeated) return answers;
    const records = await this.#read(batch);
    return answers.map(
      (applied, index) => applied || isApplied(batch[index] as InstanceChange, records[index] ?? null),
    );
  }

  /** The records of one tenant's runs, in order. */
  async #read(refs: readonly InstanceRef[]): Promise<readonly (JobInstance | null)[]> {
    const { store } = this.#options;
    const tenant = refs[0]?.tenant ?? "";
    const ids = refs.map(({ id }) => id);
    const { answers } = await this.#insist(() => store.get(tenant, ids));
    return answers;
  }

  async #insist<Answer>(
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
function isApplied({ set, append }: InstanceChange, record: JobInstance | null): boolean {
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

/** Whether the record is in the attempt that this change begins. */
function isClaimed(record: JobInstance, { claim, attempt }: InstancePatch): boolean {
  return record.claim === claim && record.attempt === attempt;
}
