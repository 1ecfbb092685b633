import type { JobInstance } from "@mojob/core";
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
  /** Whether requests arrive in their order. */
  readonly isOrdered: boolean;
}

export interface Fingerprint {
  readonly text: string;
  /** What a choice of the world is called in all worlds with this text. */
  readonly nameOf: (choice: string) => string;
}

/** A world's states as text: equal where the same can happen next. */
export class WorldFingerprint {
  readonly #isSymmetric: boolean;
  readonly #claims = new Map<string, string>();

  /** @param isSymmetric whether two states that differ by the names of the workers alone are the same */
  constructor(isSymmetric: boolean) {
    this.#isSymmetric = isSymmetric;
  }

  /** Has to be called after each step: claims differ from one run of the same way to the next; the order in which they appear does not. */
  learnClaims(records: readonly JobInstance[]): void {
    for (const { claim } of records)
      if (claim !== null && !this.#claims.has(claim)) this.#claims.set(claim, `c${this.#claims.size}`);
  }

  of(state: WorldState): Fingerprint {
    const rest = this.#describe(state);
    const own: Fingerprint = { text: `${describeProcesses(state, asItIs)} ${rest}`, nameOf: asItIs };
    if (!this.#isSymmetric) return own;
    const mirrored: Fingerprint = { text: `${describeProcesses(state, mirror)} ${rest}`, nameOf: mirror };
    return own.text <= mirrored.text ? own : mirrored;
  }

  /** All that names no process. */
  #describe({ records, requests, clock, code, mishaps, toFire, ...state }: WorldState): string {
    const inOrder = (texts: readonly string[]): readonly string[] =>
      state.isOrdered ? texts : texts.toSorted();
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
        run.claim && this.#claims.get(run.claim),
        run.history.map(({ to }) => to[0]).join(""),
        run.turn,
        run.routing?.shards?.map(({ ended }) => ended ?? null),
        state.isTimed && [run.args, run.scheduledFor, run.createdAt, run.enqueuedAt, run.retryAt],
      ]),
      toFire,
      inOrder(
        requests.waiting.map(
          ({ name, left, request }) => `${name} ${left} ${state.isTimed && request.dueAt}`,
        ),
      ),
      mishaps.left,
      clock.monotonicMs(),
      state.cancels,
      state.isPaused,
      [...state.heldBack].toSorted(),
      state.triggered,
      [...state.admitting].toSorted(),
      state.isTimed && state.resumedAtMs,
      state.memory,
      code.effects.map((effect) => `${attemptName(effect)}${effect.isEnd}`).toSorted(),
    ]);
  }
}

/** What each process is about, with a name for it. */
function describeProcesses({ writes, code, dead }: WorldState, nameOf: Fingerprint["nameOf"]): string {
  return [
    writes.waiting.map(({ process, what }) => `${process} ${what}`),
    code.running.map(({ process, name }) => `${process} ${name}`),
    [...dead],
    writes.told,
  ]
    .map((texts) => texts.map(nameOf).toSorted().join())
    .join(" | ");
}

function asItIs(text: string): string {
  return text;
}

/** The same text with the names of the workers exchanged. */
function mirror(text: string): string {
  return text.replaceAll(/worker-([01])/g, (_, digit: string) => (digit === "0" ? "worker-1" : "worker-0"));
}
