import type { SeededRandom } from "./seeded-random.ts";

/** What can be done to a running system. */
export const FaultKind = {
  KillWorker: "kill-worker",
  KillControlPlane: "kill-control-plane",
  KillTemporal: "kill-temporal",
  KillMongodb: "kill-mongodb",
  KillAll: "kill-all",
  StopWorker: "stop-worker",
  StopControlPlane: "stop-control-plane",
  CutStore: "cut-store",
  CutTemporal: "cut-temporal",
  SilenceStore: "silence-store",
  SlowLinks: "slow-links",
  LoseStoreAnswers: "lose-store-answers",
  LoseTemporalAnswers: "lose-temporal-answers",
  RollWorkers: "roll-workers",
  /** A job's code keeps the loop of whichever worker runs it. */
  BlockLoop: "block-loop",
  /** Only where the store has a disk of its own. */
  FillDisk: "fill-disk",
} as const;
export type FaultKind = (typeof FaultKind)[keyof typeof FaultKind];

/** One thing that is done to the system, and undone after a while. */
export interface Fault {
  readonly kind: FaultKind;
  /** When, from the beginning. */
  readonly atMs: number;
  /** How long until it is undone: restarted, continued, healed. */
  readonly lastsMs: number;
  /** Which of the parts of its kind it hits: this, modulo how many there are. */
  readonly target: number;
  /** For links: every how many-th response is lost, or how late responses are. */
  readonly amount: number;
}

interface Shape {
  readonly kind: FaultKind;
  readonly lastsMs: readonly [from: number, to: number];
  readonly amount: readonly [from: number, to: number];
}

/** How long each lasts: some within what the system waits for (heartbeats of 4 and 10 s), some beyond. */
const SHAPES: readonly Shape[] = [
  { kind: "kill-worker", lastsMs: [200, 3000], amount: [0, 0] },
  { kind: "kill-control-plane", lastsMs: [200, 5000], amount: [0, 0] },
  { kind: "kill-temporal", lastsMs: [300, 4000], amount: [0, 0] },
  { kind: "kill-mongodb", lastsMs: [300, 4000], amount: [0, 0] },
  { kind: "kill-all", lastsMs: [200, 2000], amount: [0, 0] },
  { kind: "stop-worker", lastsMs: [1000, 14_000], amount: [0, 0] },
  { kind: "stop-control-plane", lastsMs: [1000, 8000], amount: [0, 0] },
  { kind: "cut-store", lastsMs: [500, 5000], amount: [0, 0] },
  { kind: "cut-temporal", lastsMs: [500, 5000], amount: [0, 0] },
  { kind: "silence-store", lastsMs: [500, 6000], amount: [0, 0] },
  { kind: "slow-links", lastsMs: [1000, 5000], amount: [20, 300] },
  { kind: "lose-store-answers", lastsMs: [1000, 5000], amount: [5, 9] },
  { kind: "lose-temporal-answers", lastsMs: [1000, 4000], amount: [10, 30] },
  { kind: "roll-workers", lastsMs: [0, 0], amount: [0, 0] },
  { kind: "block-loop", lastsMs: [1000, 14_000], amount: [0, 0] },
  { kind: "fill-disk", lastsMs: [500, 6000], amount: [0, 0] },
];

const EVERYWHERE = Object.values(FaultKind).filter((kind) => kind !== FaultKind.FillDisk);

export interface FaultScriptOptions {
  readonly count: number;
  /** Between the end of one fault and the beginning of the next. */
  readonly pauseMs: readonly [from: number, to: number];
  /** @default all but those that need a store of their own */
  readonly kinds?: readonly FaultKind[];
}

/** The faults a seed stands for, in order; pure, so that a seed is all one needs to see it again. */
export function faultScript(
  random: SeededRandom,
  { count, pauseMs, kinds = EVERYWHERE }: FaultScriptOptions,
): readonly Fault[] {
  const shapes = SHAPES.filter(({ kind }) => kinds.includes(kind));
  let atMs = 0;
  return Array.from({ length: count }, (): Fault => {
    const { kind, lastsMs, amount } = random.pick(shapes);
    atMs += random.between(...pauseMs);
    const fault = {
      kind,
      atMs,
      lastsMs: random.between(...lastsMs),
      target: random.between(0, 99),
      amount: random.between(...amount),
    };
    atMs += fault.lastsMs;
    return fault;
  });
}

export function describeFault({ kind, atMs, lastsMs, target, amount }: Fault): string {
  const details = amount > 0 ? ` (${amount})` : "";
  return `${(atMs / 1000).toFixed(1)} s: ${kind} ${target}${details} for ${(lastsMs / 1000).toFixed(1)} s`;
}
