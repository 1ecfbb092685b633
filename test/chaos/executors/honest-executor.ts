import { setTimeout as timer } from "node:timers/promises";
import type { EffectLedger } from "../ledger/effect-ledger.ts";
import { declarationOf, REMOTE_JOB } from "../programs/remote-jobs.ts";
import type { ExecutorCalls, LeasedRun } from "./executor-calls.ts";

const POLL_MS = 1000;
const REPEAT_MS = 300;

/** Runs what it is sent once, writes it into the ledger, and repeats what it has to report until a response comes. */
export class HonestExecutor {
  /** The leases it has had, for those that would like to have them. */
  readonly leases: string[] = [];
  readonly #calls: ExecutorCalls;
  readonly #ledger: EffectLedger;
  readonly #begun = new Set<string>();
  readonly #running = new Set<Promise<void>>();

  constructor(calls: ExecutorCalls, ledger: EffectLedger) {
    this.#calls = calls;
    this.#ledger = ledger;
  }

  /** Works until the signal aborts, and then ends what it has begun. */
  async work(signal: AbortSignal, onRegistered: (id: string) => void): Promise<void> {
    let ack = 0;
    while (!signal.aborted) {
      if (this.#calls.id === null) {
        const id = await this.#calls.register("honest", [declarationOf(REMOTE_JOB)]);
        if (id === null) await timer(REPEAT_MS);
        else onRegistered(id);
        ack = 0;
        continue;
      }
      const polled = await this.#calls.callAs("poll", { max: 4, waitMs: POLL_MS, ack });
      if (polled?.status !== 200) continue;
      ack = polled.body.batch as number;
      for (const run of polled.body.runs as readonly LeasedRun[]) {
        if (this.#begun.has(run.lease)) continue;
        this.#begun.add(run.lease);
        this.leases.push(run.lease);
        const work: Promise<void> = this.#run(run).finally(() => this.#running.delete(work));
        this.#running.add(work);
      }
    }
    await Promise.all(this.#running);
  }

  async #run(run: LeasedRun): Promise<void> {
    const { jobKey, id: instanceId, attempt, lease } = run;
    const { id } = this.#calls;
    await this.#ledger.around({ jobKey, instanceId, attempt, trigger: {} }, () =>
      timer(20 + (attempt % 7) * 30),
    );
    // Once it has registered again the lease is not its own any more.
    if (id === null) return;
    while (this.#calls.id === id) {
      const settled = await this.#calls.call("settle", {
        executor: id,
        results: [{ lease, status: "succeeded", result: { attempt } }],
      });
      if (settled !== null && settled.status !== 503) return;
      await timer(REPEAT_MS);
    }
  }
}
