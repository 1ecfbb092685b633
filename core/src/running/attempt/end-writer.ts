import { EventLoopYield } from "../../base/batching/event-loop-yield.ts";
import { GroupCommit } from "../../base/batching/group-commit.ts";
import type { Clock } from "../../base/clock.ts";
import type { JobDefinitionCache } from "../../definition/definition-cache.ts";
import type { DebugMode } from "../../dispatch/debug-mode.ts";
import { openRuns } from "../../waiting/open-runs.ts";
import type { JobContext } from "../../job/job-context.ts";
import { firstClosed } from "../../model/begin/closed-gates.ts";
import { ANY_NEXT_RUN } from "../../model/begin/situation.ts";
import type { InstanceChange } from "../../model/instance/instance-change.ts";
import type { JobInstance } from "../../model/instance/job-instance.ts";
import { JobState } from "../../model/instance/job-state.ts";
import { begin } from "../../model/instance/transitions.ts";
import type { JobDefinition } from "../../model/job-definition.ts";
import { WhenFull } from "../../model/option/value/when-full.ts";
import { scriptRefOf } from "../../model/script-version.ts";
import type { EndAndAdmit, EndResult, NextInLane } from "../../model/write/end.ts";
import type { IMoInstanceStore } from "../../ports/instance-store.ts";
import type { IMoWorkRunner } from "../../ports/work-runner.ts";
import { type AdmittedRun, NOBODY_WAITS, SLOT_FREE, type SlotEnd } from "./admitted-run.ts";
import { type AttemptWriter, isApplied } from "./attempt-writer.ts";
import type { OwnRuns } from "../worker/own-runs.ts";
import { type Described, factsOf } from "../worker/worker-facts.ts";
import type { WorkerLoad } from "../worker/worker-load.ts";

export interface EndWriterOptions {
  readonly store: Pick<IMoInstanceStore, "endAndAdmit" | "findOpen">;
  readonly writer: AttemptWriter;
  readonly cache: JobDefinitionCache;
  readonly debugMode: DebugMode;
  readonly clock: Clock;
  readonly load: WorkerLoad;
  readonly own: OwnRuns;
  readonly described: Described;
}

interface End extends AdmittedRun {
  readonly change: InstanceChange;
}

export interface WrittenEnd {
  /** Whether the condition of the change held. */
  readonly isWritten: boolean;
  readonly slot: SlotEnd;
}

/**
 * Writes ends of runs whose slots others wait for: the slot goes to the next in the same write, where the store can and nothing
 * has to be asked of that run first. The ends of one moment are one write.
 */
export class EndWriter {
  readonly #options: EndWriterOptions;
  readonly #ends: GroupCommit<End, WrittenEnd>;
  #latest: { readonly of: JobDefinition; readonly next: NextInLane } | null = null;

  constructor(options: EndWriterOptions) {
    this.#options = options;
    this.#ends = new GroupCommit((batch) => this.#write(batch), {
      loopYield: new EventLoopYield(options.clock),
    });
  }

  /** Whether the end of a run may give its slot on in its write. */
  givesOn({ instance, definition: { options } }: Pick<AdmittedRun, "instance" | "definition">): boolean {
    return (
      instance.slot !== null &&
      options.whenFull === WhenFull.Queue &&
      options.rateLimit.max === null &&
      this.#options.store.endAndAdmit !== undefined
    );
  }

  /** Rejects as `AttemptWriter.admit`. */
  write(change: InstanceChange, { instance, attempt, definition, runner }: AdmittedRun): Promise<WrittenEnd> {
    return this.#ends.submit({ instance, attempt, definition, runner, change });
  }

  async #write(batch: readonly End[]): Promise<readonly WrittenEnd[]> {
    const { store, writer } = this.#options;
    const { answers, repeated } = await writer.retryWrite(
      async () => (await store.endAndAdmit?.(await this.#withNext(batch))) ?? [],
    );
    const known = repeated ? await this.#confirmed(batch, answers) : answers;
    return batch.map((end, index) => toWrittenEnd(end, known[index] as EndResult));
  }

  /** The ends, each with what is to begin in its place: as for any turn, the job as it is now decides. */
  async #withNext(batch: readonly End[]): Promise<readonly EndAndAdmit[]> {
    const { cache, debugMode, load, clock, described } = this.#options;
    const now = clock.now();
    let mayBegin = new Set<JobDefinition>();
    // A worker without further places gives this one to what is most urgent among all that wait for it.
    if (load.capacity > 0) {
      try {
        const jobs = new Map(batch.map(({ definition, runner }) => [definition, runner]));
        const inForce = await cache.getMany([...new Set([...jobs.keys()].map(({ key }) => key))]);
        const modes = await debugMode.read();
        const isOpen = ([job, runner]: [JobDefinition, IMoWorkRunner<JobContext>]): boolean => {
          const worker = factsOf(described, runner.canRun(job));
          const closed = firstClosed({ job, now, modes, worker, ...ANY_NEXT_RUN });
          return inForce.get(job.key)?.revision === job.revision && closed === null;
        };
        mayBegin = new Set([...jobs].filter(isOpen).map(([job]) => job));
      } catch {
        // The ends are written all the same, and the look at who waits asks once more.
      }
    }
    return batch.map((end) =>
      mayBegin.has(end.definition)
        ? { change: end.change, next: this.#nextOf(end, now) }
        : { change: end.change },
    );
  }

  /** Equal for the ends of one moment: it is made once, and a store encodes it once. */
  #nextOf({ definition, attempt }: End, now: Date): NextInLane {
    const { claim, worker, tenant } = attempt;
    const { retryCount, maxConcurrency } = definition.options;
    const same = this.#latest;
    if (same?.of === definition && same.next.change.at === now && same.next.change.set.claim === claim)
      return same.next;
    const first = { tenant, id: "", attempt: 1, claim, worker };
    const change = begin(first, now, retryCount, 0, scriptRefOf(definition));
    this.#latest = { of: definition, next: { change, limit: maxConcurrency ?? 0 } };
    return this.#latest.next;
  }

  /** Finds the ends that were written by the first of several tries, whose response was lost. */
  async #confirmed(batch: readonly End[], answers: readonly EndResult[]): Promise<readonly EndResult[]> {
    const records = await this.#options.writer.readMany(batch.map(({ change }) => change));
    const wereWritten = batch.map(
      ({ change }, index) => answers[index]?.isWritten !== true && isApplied(change, records[index] ?? null),
    );
    const begun = await this.#begunBy(batch.filter((_, index) => wereWritten[index] === true));
    return answers.map((answer, index) => {
      if (wereWritten[index] !== true) return answer;
      const { instance, attempt } = batch[index] as End;
      const at = begun.findIndex((run) => run.lane === instance.lane && run.claim === attempt.claim);
      const [next = null] = at === -1 ? [] : begun.splice(at, 1);
      return { isWritten: true, begun: next, othersWait: true };
    });
  }

  /** Runs that have begun in these ends' places, and nobody knows: they have a claim of this worker, which does not run them. */
  async #begunBy(ends: readonly End[]): Promise<JobInstance[]> {
    const { store, writer, own, clock } = this.#options;
    const claims = new Set(ends.map(({ attempt }) => attempt.claim));
    const found: JobInstance[] = [];
    for (const { tenant, jobKey } of new Map(
      ends.map(({ instance }) => [instance.jobKey, instance]),
    ).values()) {
      const { answers } = await writer.retryWrite(() =>
        Array.fromAsync(
          openRuns(store, { tenant, jobKey, states: [JobState.Processing], unmovedSince: clock.now() }),
        ),
      );
      found.push(...answers.filter(({ id, claim }) => claim !== null && claims.has(claim) && !own.has(id)));
    }
    return found;
  }
}

function toWrittenEnd({ attempt, definition, runner }: End, answer: EndResult): WrittenEnd {
  const { isWritten, begun: instance, othersWait } = answer;
  if (instance === null) return { isWritten, slot: othersWait ? SLOT_FREE : NOBODY_WAITS };
  const { id, attempt: number } = instance;
  const begun = { instance, attempt: { ...attempt, id, attempt: number }, definition, runner };
  return { isWritten, slot: { begun, othersWait } };
}
