import { setTimeout as timer } from "node:timers/promises";
import type { SeededRandom } from "../faults/seeded-random.ts";
import type { EffectLedger } from "../ledger/effect-ledger.ts";
import { declarationOf, LIED_JOB } from "../programs/remote-jobs.ts";
import type { ExecutorCalls, LeasedRun } from "./executor-calls.ts";

/** What an executor can do that its protocol does not allow, or that nobody would like. */
const LIES = [
  "claims-undone",
  "settles-twice",
  "never-settles",
  "settles-late",
  "vanishes",
  "takes-a-lease",
  "makes-up-a-lease",
  "speaks-nonsense",
  "is-another-app",
  "says-too-much",
] as const;
export type Lie = (typeof LIES)[number];

const REPEAT_MS = 300;
const NONSENSE: readonly (readonly [call: string, body: object])[] = [
  ["poll", { max: 0 }],
  ["poll", { max: 1, waitMs: -5, ack: -1 }],
  ["poll", { max: 1, waitMs: 100, ack: Number.MAX_SAFE_INTEGER }],
  ["progress", { progress: [{ lease: "x", fraction: 17 }] }],
  ["log", { lines: [{ lease: "x", level: "loud", message: 1 }] }],
  ["settle", { results: [] }],
  ["settle", { results: [{ lease: "x", status: "splendid" }] }],
  ["heartbeat", { leases: ["x", "y"], usage: { processorMs: -1, memoryBytes: 1e300 } }],
  ["nothing", {}],
];

/** Takes runs as others do, and then lies. What it claims first is in the ledger, as if it had been done. */
export class LyingExecutor {
  /** How often it told which lie. */
  readonly counts: Map<Lie, number> = new Map();
  readonly #calls: ExecutorCalls;
  readonly #ledger: EffectLedger;
  readonly #random: SeededRandom;
  readonly #othersLeases: readonly string[];
  readonly #surprises: string[];

  constructor(
    calls: ExecutorCalls,
    {
      ledger,
      random,
      othersLeases,
      surprises,
    }: {
      readonly ledger: EffectLedger;
      readonly random: SeededRandom;
      readonly othersLeases: readonly string[];
      readonly surprises: string[];
    },
  ) {
    this.#calls = calls;
    this.#ledger = ledger;
    this.#random = random;
    this.#othersLeases = othersLeases;
    this.#surprises = surprises;
  }

  async work(signal: AbortSignal, onRegistered: (id: string) => void): Promise<void> {
    const late = new Set<Promise<unknown>>();
    let ack = 0;
    while (!signal.aborted) {
      if (this.#calls.id === null) {
        const id = await this.#calls.register("liar", [declarationOf(LIED_JOB)]);
        if (id === null) await timer(REPEAT_MS);
        else onRegistered(id);
        ack = 0;
        continue;
      }
      const polled = await this.#calls.callAs("poll", { max: 2, waitMs: 500, ack });
      if (polled?.status !== 200) continue;
      ack = polled.body.batch as number;
      for (const run of polled.body.runs as readonly LeasedRun[]) {
        const lie = this.#random.pick(LIES);
        this.counts.set(lie, (this.counts.get(lie) ?? 0) + 1);
        const told = this.#lie(lie, run);
        if (lie !== "settles-late") await told;
        else late.add(told.finally(() => late.delete(told)));
      }
    }
    await Promise.all(late);
  }

  async #lie(lie: Lie, run: LeasedRun): Promise<void> {
    switch (lie) {
      case "claims-undone":
        return this.#claim(run);
      case "says-too-much":
        return this.#claim(run, "x".repeat(900_000));
      case "settles-twice":
        await this.#settle(run.lease, { status: "failed", message: "It did not work" });
        await this.#expectRefused(run.lease, "failed");
        return;
      case "never-settles":
        return;
      case "settles-late":
        await timer(2500);
        await this.#settle(run.lease, { status: "failed", message: "It was late" });
        return;
      case "vanishes":
        this.#calls.forget();
        return;
      case "takes-a-lease": {
        const { length } = this.#othersLeases;
        if (length > 0) await this.#expectRefused(this.#othersLeases[length - 1] ?? "", null);
        return this.#claim(run);
      }
      case "makes-up-a-lease":
        await this.#expectRefused(`${run.lease}0`, null);
        return this.#claim(run);
      case "speaks-nonsense":
        for (const [call, body] of NONSENSE) await this.#calls.callAs(call, body);
        // A path that there is not looks as if the gateway had forgotten it: it has to register again.
        return;
      case "is-another-app": {
        const registered = await this.#calls.call("register", {
          app: "other",
          name: "liar",
          handlers: ["lied"],
        });
        if (registered !== null && registered.status < 300)
          this.#surprises.push("an executor was registered for an app that its token is not of");
        return this.#claim(run);
      }
    }
  }

  /** Says that it did what it did not; that is what the record has to say, because nobody can know better. */
  async #claim({ jobKey, id: instanceId, attempt, lease }: LeasedRun, result: unknown = null): Promise<void> {
    await this.#ledger.around({ jobKey, instanceId, attempt, trigger: {} }, async () => {});
    await this.#settle(lease, { status: "succeeded", result });
  }

  async #settle(lease: string, result: object): Promise<string | null> {
    const settled = await this.#calls.callAs("settle", { results: [{ lease, ...result }] });
    return settled?.status === 200 ? (settled.body.results[0].outcome as string) : null;
  }

  /** @param already what came of the lease before, which a repeated call may be told again */
  async #expectRefused(lease: string, already: string | null): Promise<void> {
    const outcome = await this.#settle(lease, { status: "succeeded", result: "a lie" });
    if (outcome === "succeeded" || (outcome !== null && outcome !== "refused" && already === null))
      this.#surprises.push(`a lease that was not the executor's to settle resulted in "${outcome}"`);
  }
}
