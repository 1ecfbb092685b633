import type { FakeClock } from "@mojob/core/testing";
import type { HeldRequests } from "./held-requests.ts";
import type { HeldWrites } from "./held-writes.ts";
import type { Mishaps } from "./mishaps.ts";
import type { ProcessName } from "./processes.ts";
import { attemptName, runName } from "./run-name.ts";
import type { RunningCode } from "./running-code.ts";
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
  /** Whether its times decide what can happen next. */
  readonly isTimed: boolean;
}

/** A world's states as text: equal where the same can happen next. */
export class WorldFingerprint {
  readonly #isSymmetric: boolean;
  readonly #claims = new Map<string, string>();

  /** @param isSymmetric whether two states that differ by the names of the workers alone are the same */
  constructor(isSymmetric: boolean) {
    this.#isSymmetric = isSymmetric;
  }

  of(state: WorldState): string {
    const own = this.#describe(state);
    if (!this.#isSymmetric) return own;
    const other = own.replaceAll(/worker-([01])/g, (_, digit: string) =>
      digit === "0" ? "worker-1" : "worker-0",
    );
    return own < other ? own : other;
  }

  #describe(state: WorldState): string {
    const { records, writes, requests, code, clock, mishaps, dead, toFire, cancels } = state;
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
      code.running.map(({ process, name }) => `${process} ${name}`).toSorted(),
      [...dead].toSorted(),
      toFire,
      requests.waiting
        .map(({ name, left, request }) => `${name} ${left} ${state.isTimed && request.dueAt}`)
        .toSorted(),
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

  /** Claims differ from one run of the same way to the next; their order does not. */
  #claimName(claim: string | null): string | null {
    if (claim === null) return null;
    const name = this.#claims.get(claim) ?? `c${this.#claims.size}`;
    this.#claims.set(claim, name);
    return name;
  }
}
