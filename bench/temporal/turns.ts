import { defineTriggeredJob } from "@mojob/core";
import { type Figure, ms, pause, percentile, preciseNow } from "../embedded/figures.ts";
import { type Cluster, type Servers, startCluster } from "./cluster.ts";

const TURNS = 100;
const RAISES = 30;
const LOOK_EVERY_MS = 10;
const KEY = "queue";

/** A run whose code goes on until it is let go. */
interface Held {
  readonly id: string;
  readonly beganAt: number;
  letGo(): void;
}

/** What the job's code reports, in the order its runs begin. */
class Gate {
  readonly #held: Held[] = [];
  readonly #asked: ((held: Held) => void)[] = [];

  pass(id: string): Promise<void> {
    return new Promise((letGo) => {
      const held = { id, beganAt: preciseNow(), letGo };
      const asked = this.#asked.shift();
      if (asked === undefined) this.#held.push(held);
      else asked(held);
    });
  }

  /** The next run that begins, or that has begun. */
  next(): Promise<Held> {
    const held = this.#held.shift();
    return held === undefined ? new Promise((resolve) => this.#asked.push(resolve)) : Promise.resolve(held);
  }
}

/** A full job that queues, on an idle system: from a slot that is given back, and from a raised limit, to the begin of the run that waits. */
export async function measureTurns(servers: Servers): Promise<readonly Figure[]> {
  const gate = new Gate();
  await using cluster = await startCluster(servers, "turns", [
    defineTriggeredJob({
      key: KEY,
      whenFull: "queue",
      execute: (_args, { instanceId }) => gate.pass(instanceId),
    }),
  ]);
  const [freed, raised]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const first = await holderAndWaiter(cluster, gate);
    const freedAt = preciseNow();
    first.letGo();
    const second = await gate.next();
    freed.push(second.beganAt - freedAt);
    second.letGo();
    await cluster.ended(2 * turn + 2);
  }
  for (let turn = 0; turn < RAISES; turn += 1) {
    const first = await holderAndWaiter(cluster, gate);
    const raisedAt = preciseNow();
    const editing = edit(cluster, 2);
    const second = await gate.next();
    raised.push(second.beganAt - raisedAt);
    await editing;
    for (const held of [first, second]) held.letGo();
    await cluster.ended(2 * (TURNS + turn) + 2);
    await edit(cluster, 1);
  }
  return [
    { what: "slot given back → next run begins, idle, p50 / p99", value: both(freed), aim: "p99 ≤ 250 ms" },
    { what: "limit raised → next run begins, idle, p50 / p99", value: both(raised), aim: "p99 ≤ 250 ms" },
  ];
}

/** Triggers two runs; resolves to the one that runs once the other waits. */
async function holderAndWaiter({ scheduler }: Cluster, gate: Gate): Promise<Held> {
  await scheduler.instances.trigger(KEY, {});
  const first = await gate.next();
  const { id } = await scheduler.instances.trigger(KEY, {});
  for (;;) {
    const { reason } = await scheduler.instances.get(id);
    if (reason?.code === "waits_for_slot") break;
    await pause(LOOK_EVERY_MS);
  }
  // Whatever follows the write is done by then.
  await pause(100);
  return first;
}

async function edit({ scheduler }: Cluster, maxConcurrency: number): Promise<void> {
  const { definition } = await scheduler.jobs.get(KEY);
  await scheduler.jobs.update(KEY, { maxConcurrency }, definition.revision);
}

function both(samples: readonly number[]): string {
  return `${ms(percentile(samples, 0.5))} / ${ms(percentile(samples, 0.99))}`;
}
