import {
  defineTriggeredJob,
  isMoJobError,
  triggered,
  TriggeredJob,
  type TriggeredJobOptions,
} from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";

// Jobs called like functions: the compiler checks arguments and result, and a job starts others.

interface Order {
  readonly id: string;
  readonly amount: number;
}

class Charge extends TriggeredJob<Order> {
  static override readonly options: TriggeredJobOptions<Order> = {
    key: "shop.charge",
    maxConcurrency: null,
  };

  override execute({ id, amount }: Order): { readonly receipt: string } {
    if (amount <= 0) throw new Error(`Order ${id} costs nothing`);
    return { receipt: `${id}: ${amount}` };
  }
}

const chargeAll = defineTriggeredJob({
  key: "shop.charge-all",
  async execute(orders: readonly Order[], { scheduler, instanceId }) {
    const runs = orders.map((order) =>
      // A retry of this job finds the runs of the attempt before.
      scheduler.trigger(Charge, order, { idempotencyKey: `${instanceId}/${order.id}` }),
    );
    const results = await Promise.all(runs.map(async (run) => (await run).result()));
    return results.map(({ receipt }) => receipt);
  },
});

const ends: string[] = [];
const { scheduler, close } = await startEmbedded({
  app: "shop",
  inMemory: true,
  jobs: [triggered(Charge), chargeAll],
  // Without it, each failure is one line on stderr.
  hooks: { onRunEnd: ({ jobKey, outcome }) => ends.push(`${jobKey} ${outcome}`) },
});

const run = await scheduler.trigger(Charge, { id: "A-1", amount: 20 });
const { receipt } = await run.result();
console.log(`receipt: ${receipt}`);

const all = await scheduler.trigger(chargeAll, [{ id: "A-2", amount: 7 }]);
console.log(`receipts: ${(await all.result({ timeoutMs: 10_000 })).join(", ")}`);

const free = await scheduler.trigger(Charge, { id: "A-3", amount: 0 });
const error: unknown = await free.result().catch((reason: unknown) => reason);
if (isMoJobError(error)) console.log(`refused: ${error.code}`);

await close();
console.log(`the hook was called: ${ends.join(", ")}`);
