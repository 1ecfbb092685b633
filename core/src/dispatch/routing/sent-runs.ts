import type { ExecutorRecord } from "../../model/executor-record.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";

/** Runs of one executor that are looked up; of more the oldest are forgotten. */
const MOST_KNOWN = 1000;

interface SentTo {
  /** The latest heartbeat that is known of it. */
  seenAtMs: number | null;
  /** Sent since then: the heartbeat counts none of them. */
  since: Set<string>;
  /** Sent before, and not known to have ended: the heartbeat counts them. */
  before: Set<string>;
  /** How many runs of `before` have ended after it. */
  ended: number;
}

/** Which runs this process sent to which executor: what the number of a heartbeat lacks, and what it still counts. */
export class SentRuns {
  readonly #of = new Map<string, SentTo>();
  /** The heartbeats that are known. */
  #seenAtMs: ReadonlyMap<string, number> = new Map();
  readonly #counts = new Map<string, number>();

  /** How many runs each executor has besides those its heartbeat says; below 0 where some of those have ended. */
  get counts(): ReadonlyMap<string, number> {
    return this.#counts;
  }

  note(executorId: string, runId: string): void {
    const sent = this.#of.get(executorId) ?? {
      seenAtMs: this.#seenAtMs.get(executorId) ?? null,
      since: new Set(),
      before: new Set(),
      ended: 0,
    };
    this.#of.set(executorId, sent);
    sent.since.add(runId);
    this.#count(executorId, sent);
  }

  /** Takes notice of heartbeats, and forgets the executors that are no longer alive. */
  update(alive: readonly Pick<ExecutorRecord, "id" | "lastSeenAt">[]): void {
    this.#seenAtMs = new Map(alive.map(({ id, lastSeenAt }) => [id, lastSeenAt.getTime()]));
    for (const [id, sent] of this.#of) {
      const atMs = this.#seenAtMs.get(id);
      if (atMs === undefined) {
        this.#of.delete(id);
        this.#counts.delete(id);
      } else if (atMs !== sent.seenAtMs) {
        const known = [...sent.before, ...sent.since].slice(-MOST_KNOWN);
        const next: SentTo = { seenAtMs: atMs, since: new Set(), before: new Set(known), ended: 0 };
        this.#of.set(id, next);
        this.#count(id, next);
      }
    }
  }

  /** The runs sent to some executors that are not known to have ended. */
  open(executorIds: readonly string[]): readonly string[] {
    return executorIds.flatMap((id) => {
      const sent = this.#of.get(id);
      return sent === undefined ? [] : [...sent.before, ...sent.since];
    });
  }

  /** Takes notice of runs as they are now. One that is not recorded yet counts. */
  look(runs: readonly (JobInstance | null)[]): void {
    const gone = new Map(runs.filter((run) => run !== null && !isThere(run)).map((run) => [run?.id, run]));
    if (gone.size === 0) return;
    for (const [id, sent] of this.#of) {
      for (const runId of sent.since) if (gone.has(runId)) sent.since.delete(runId);
      for (const runId of sent.before) {
        const run = gone.get(runId);
        if (!run) continue;
        sent.before.delete(runId);
        if ((run.completedAt ?? run.updatedAt).getTime() > (sent.seenAtMs ?? Infinity)) sent.ended += 1;
      }
      this.#count(id, sent);
    }
  }

  #count(id: string, { since, ended }: SentTo): void {
    this.#counts.set(id, since.size - ended);
  }
}

/** Whether it waits for its executor, or runs there. */
function isThere({ state }: JobInstance): boolean {
  return state === JobState.Enqueued || state === JobState.Processing;
}
