import { fileURLToPath } from "node:url";
import { connectTemporal } from "@mojob/runtime-temporal";
import type { TemporalServer } from "@mojob/test-services/temporal";
import { NativeConnection, Worker } from "@temporalio/worker";
import { pause, preciseNow } from "../embedded/figures.ts";
import type { BareActivities } from "./bare-workflow.ts";

const TASK_QUEUE = "bare";
const LOOK_EVERY_MS = 50;

/** Workflows of one activity each, with Temporal's own client and worker, at their defaults. */
export interface Bare extends AsyncDisposable {
  start(n: number, startDelayMs?: number): Promise<void>;
  /** Called as each activity begins. */
  onBegin: (n: number, at: number) => void;
  /** Resolves when this many workflows have completed since the beginning. */
  completed(count: number): Promise<void>;
}

export async function startBare({ address, namespace }: TemporalServer): Promise<Bare> {
  const connection = await NativeConnection.connect({ address });
  const { client, close } = await connectTemporal({ address, namespace });
  const activities: BareActivities = {
    bareActivity: async (n) => bare.onBegin(n, preciseNow()),
  };
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: TASK_QUEUE,
    workflowsPath: fileURLToPath(new URL("bare-workflow.ts", import.meta.url)),
    activities: { ...activities },
  });
  const running = worker.run();
  const bare: Bare = {
    onBegin: () => {},
    async start(n, startDelayMs) {
      await client.workflow.start("bareWorkflow", {
        args: [n],
        workflowId: `bare-${n}`,
        taskQueue: TASK_QUEUE,
        ...(startDelayMs !== undefined && { startDelay: startDelayMs }),
      });
    },
    async completed(count) {
      const query = 'WorkflowType = "bareWorkflow" AND ExecutionStatus = "Completed"';
      while ((await client.workflow.count(query)).count < count) await pause(LOOK_EVERY_MS);
    },
    async [Symbol.asyncDispose]() {
      worker.shutdown();
      await running;
      await close();
      await connection.close();
    },
  };
  return bare;
}
