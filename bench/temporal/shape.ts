import { fileURLToPath } from "node:url";
import { connectTemporal } from "@mojob/runtime-temporal";
import { NativeConnection, Worker } from "@temporalio/worker";
import { type Collection, MongoClient } from "mongodb";
import { pause, preciseNow } from "../embedded/figures.ts";
import type { Servers } from "./cluster.ts";
import { type CpuUse, cpuEach, cpuUse } from "./cpu.ts";
import type { ShapeActivities } from "./shape-workflow.ts";

const TASK_QUEUE = "shape";
/** Fires that share an insert, a workflow, an admission and a settlement. */
const GROUP = 200;
const DRAIN_MS = 5000;

interface Fire {
  readonly _id: string;
  readonly tenant: string;
  readonly jobKey: string;
  readonly state: "Enqueued" | "Processing" | "Succeeded";
  readonly createdAt: Date;
  readonly completedAt?: Date;
  readonly claim?: string;
  readonly slot?: number;
}

export interface ShapeFigures {
  readonly late: readonly number[];
  readonly cpu: string;
}

/**
 * The path of a fire with nothing else on it: recorded, delivered in a group by one workflow and one activity, admitted
 * under a slot, begun, settled. No history, no definitions, no counts, no retention, no cancels, no reconciler, and
 * nothing that survives a fault: what is left is what these servers cost.
 */
export async function measureShape(
  { temporal: { address, namespace }, mongodb }: Servers,
  jobs: number,
  span: { readonly from: number; readonly to: number },
): Promise<ShapeFigures> {
  await using mongo = new MongoClient(mongodb.url);
  const fires = mongo.db(`shape${jobs}`).collection<Fire>("fires");
  await fires.createIndexes([
    { key: { tenant: 1, createdAt: -1 } },
    { key: { tenant: 1, jobKey: 1, createdAt: -1 } },
    { key: { tenant: 1, state: 1, createdAt: -1 } },
    {
      key: { tenant: 1, jobKey: 1, slot: 1 },
      unique: true,
      partialFilterExpression: { slot: { $exists: true } },
    },
  ]);
  const late: number[] = [];
  const connection = await NativeConnection.connect({ address });
  const { client, close } = await connectTemporal({ address, namespace });
  const activities: ShapeActivities = { runFires: (ids) => runFires(fires, ids, late) };
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: TASK_QUEUE,
    workflowsPath: fileURLToPath(new URL("shape-workflow.ts", import.meta.url)),
    activities: { ...activities },
  });
  const running = worker.run();
  let before: CpuUse | null = null;
  const fireAll = async (nominal: number): Promise<void> => {
    for (let first = 0; first < jobs; first += GROUP) {
      const group = Array.from({ length: Math.min(GROUP, jobs - first) }, (_, index): Fire => {
        const jobKey = `tick-${first + index}`;
        const id = `${jobKey}@${new Date(nominal).toISOString()}`;
        return { _id: id, tenant: "shape", jobKey, state: "Enqueued", createdAt: new Date(nominal) };
      });
      await fires.insertMany(group);
      const args = [group.map(({ _id }) => _id)];
      const workflowId = `shape-${jobs}-${nominal}-${first}`;
      await client.workflow.start("shapeWorkflow", { args, workflowId, taskQueue: TASK_QUEUE });
    }
  };
  const firing: Promise<void>[] = [];
  for (let nominal = span.from; nominal < span.to; nominal += 1000) {
    await pause(nominal - preciseNow());
    before ??= cpuUse();
    firing.push(fireAll(nominal));
  }
  await Promise.all(firing);
  const cpu = cpuEach(before ?? cpuUse(), (jobs * (span.to - span.from)) / 1000);
  await pause(DRAIN_MS);
  worker.shutdown();
  await running;
  await close();
  await connection.close();
  return { late, cpu };
}

async function runFires(fires: Collection<Fire>, ids: readonly string[], late: number[]): Promise<void> {
  const claim = crypto.randomUUID();
  const together = { $in: [...ids] };
  await fires.bulkWrite([
    {
      updateMany: {
        filter: { _id: together, state: "Enqueued" },
        update: { $set: { state: "Processing", claim, slot: 0 } },
      },
    },
  ]);
  const admitted = await fires.find({ _id: together, claim }, { batchSize: ids.length + 1 }).toArray();
  for (const { createdAt } of admitted) late.push(preciseNow() - createdAt.getTime());
  await fires.updateMany(
    { _id: together, claim },
    { $set: { state: "Succeeded", completedAt: new Date() }, $unset: { claim: "", slot: "" } },
  );
}
