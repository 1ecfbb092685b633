import type { FakeClock } from "@mojob/core/testing";
import type { HeldRequests } from "./held-requests.ts";
import type { HeldWrites } from "./held-writes.ts";
import type { Mishaps } from "./mishaps.ts";
import type { ProcessName } from "./processes.ts";
import { attemptName, runName } from "./run-name.ts";
import type { RunningCode } from "./running-code.ts";
import type { Fingerprint } from "./explorer.ts";
import type { WorldEvidence } from "./judges/judge.ts";

/** All that the future of a world depends on. */
export interface WorldState extends WorldEvidence {
  readonly writes: HeldWrites;
  readonly requests: HeldRequests;
  readonly code: RunningCode;
  readonly clock: FakeClock;
  readonly mishaps: Mishaps;
  readonly dead: ReadonlySet<ProcessName>;
  /** How many fires each plane has before it. */
  readonly toFire: readonly number[];
  /** What its judges remember. */
  readonly memory: unknown;
  /** Whether requests arrive in the order in which they were made. */
  readonly isOrdered: boolean;
  /** The worker that an executor is, because executors have other ids in each world. */
  readonly placeOf: (executor: string) => string;
  /** Whether its times decide what can happen next. */
  readonly isTimed: boolean;
}

/**
 * A world's states as text: equal where the same can happen next. The explorer compares the next choices of states that are equal, and no world of
 * ours leaves any that differ. It cannot compare what processes hold in closures, such as the content of a held write; what a call returned to them
 * stands for that (`told`).
 */
export class WorldFingerprint {
  readonly #isSymmetric: boolean;
  readonly #claims = new Map<string, string>();

  /** @param isSymmetric whether two states that differ by the names of the workers alone are the same */
  constructor(isSymmetric: boolean) {
    this.#isSymmetric = isSymmetric;
  }

  of(state: WorldState, choices: readonly string[]): Fingerprint {
    const own = { state: this.#describe(state), choices: choices.toSorted().join("\n") };
    if (!this.#isSymmetric) return own;
    const other = { state: swap(own.state), choices: choices.map(swap).toSorted().join("\n") };
    if (own.state === other.state) return own.choices < other.choices ? own : other;
    return own.state < other.state ? own : other;
  }

  #describe(state: WorldState): string {
    const { records, writes, code, clock, mishaps, dead, toFire, cancels } = state;
    return JSON.stringify([
      records.map((run) => [
        runName(run.id),
        run.state,
        run.attempt,
        run.slot,
        run.cancelRequestedAt !== null,
        run.retryCount,
        run.reason?.code === "waits_for_slot",
        run.reason?.code === "held",
        run.reason?.code === "waits_for_code",
        run.abandoned?.attempt,
        run.uniqueKey !== null,
        this.#claimName(run.claim),
        run.history.map(({ to }) => to[0]).join(""),
        run.turn,
        run.routing?.shards?.map(({ ended }) => ended ?? null),
        state.isTimed && [run.args, run.scheduledFor, run.createdAt, run.enqueuedAt, run.retryAt],
      ]),
      writes.waiting.map(({ process, what }) => `${process} ${what}`).toSorted(),
      code.running.map(({ process, name, began }) => `${process} ${name} ${began}`).toSorted(),
      [...dead].toSorted(),
      toFire,
      this.#requestsOf(state),
      mishaps.left,
      writes.told.toSorted(),
      clock.monotonicMs(),
      cancels,
      state.isPaused,
      [...state.heldBack].toSorted(),
      state.triggered,
      [...state.admitting].toSorted(),
      state.isTimed && state.resumedAtMs,
      state.memory,
      code.effects.map((effect) => `${attemptName(effect)}${effect.isEnd}`).toSorted(),
    ]);
  }

  /** In their order, where they arrive in it. */
  #requestsOf({ requests, isTimed, isOrdered, placeOf }: WorldState): readonly string[] {
    const names = requests.waiting.map(({ name, left, request, executor }) =>
      [name, left, isTimed && request.dueAt, executor === null ? "" : placeOf(executor)].join(" "),
    );
    return isOrdered ? names : names.toSorted();
  }

  /** Claims differ from one run of the same way to the next; their order does not. */
  #claimName(claim: string | null): string | null {
    if (claim === null) return null;
    const name = this.#claims.get(claim) ?? `c${this.#claims.size}`;
    this.#claims.set(claim, name);
    return name;
  }
}

/** The same with the names of the workers exchanged. */
function swap(text: string): string {
  return text.replaceAll(/worker-([01])/g, (_, digit: string) => (digit === "0" ? "worker-1" : "worker-0"));
}
