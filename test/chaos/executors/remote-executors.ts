import type { SeededRandom } from "../faults/seeded-random.ts";
import type { Cluster } from "../harness/cluster.ts";
import { EffectLedger } from "../ledger/effect-ledger.ts";
import { ExecutorCalls } from "./executor-calls.ts";
import { HonestExecutor } from "./honest-executor.ts";
import { type Lie, LyingExecutor } from "./lying-executor.ts";

const LIARS = 2;

/** Executors over HTTP beside a cluster: an honest one, and others that lie. */
export class RemoteExecutors {
  /** Responses that no executor should ever get. */
  readonly surprises: string[] = [];
  readonly #stop = new AbortController();
  readonly #liars: readonly LyingExecutor[];
  readonly #ledgers: readonly EffectLedger[];
  readonly #work: readonly Promise<void>[];

  constructor({ planes, workers, ledgerPath, noteExecutor }: Cluster, random: SeededRandom) {
    const hosts = workers.length > 0 ? workers : planes;
    const callsOf = (name: string): ExecutorCalls =>
      new ExecutorCalls(hosts, random.fork(name), this.surprises);
    const ledger = new EffectLedger(ledgerPath, "honest");
    const honest = new HonestExecutor(callsOf("honest"), ledger);
    const liars = Array.from({ length: LIARS }, (_, index) => {
      const name = `liar-${index}`;
      const own = new EffectLedger(ledgerPath, name);
      const lying = new LyingExecutor(callsOf(name), {
        ledger: own,
        random: random.fork(`${name}/lies`),
        othersLeases: honest.leases,
        surprises: this.surprises,
      });
      return { name, own, lying };
    });
    this.#liars = liars.map(({ lying }) => lying);
    this.#ledgers = [ledger, ...liars.map(({ own }) => own)];
    this.#work = [
      honest.work(this.#stop.signal, (id) => noteExecutor(id, "honest")),
      ...liars.map(({ name, lying }) => lying.work(this.#stop.signal, (id) => noteExecutor(id, name))),
    ];
  }

  /** How often which lie was told. */
  get lies(): ReadonlyMap<Lie, number> {
    const all = new Map<Lie, number>();
    for (const { counts } of this.#liars)
      for (const [lie, count] of counts) all.set(lie, (all.get(lie) ?? 0) + count);
    return all;
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#work);
    for (const ledger of this.#ledgers) ledger.close();
  }
}
