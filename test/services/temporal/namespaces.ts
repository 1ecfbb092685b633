import { Connection, isGrpcServiceError } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import proto from "@temporalio/proto";

/** Long enough for a slow machine: a call that is cut off can itself leave a server in memory with "interrupted" for good. */
const ANSWER_WITHIN_MS = 10_000;
const CONNECT_WITHIN_MS = 2000;
/** What the servers keep of ended workflows; Temporal's least is an hour. */
const RETENTION = "1 day";
const PROBE_LIFETIME = "10 s";
const ALREADY_EXISTS = 6;

/**
 * Runs a workflow of one task in each namespace and deletes it. That passes through every part of a server (frontend, history,
 * matching, visibility), each of which has its own connection to the database and its own list of namespaces.
 * @throws Error when it does not succeed within ten seconds
 */
export async function probeNamespaces(address: string, namespaces: readonly string[]): Promise<void> {
  await asking(address, async (connection) => {
    for (const namespace of namespaces) await probe(connection, namespace);
  });
}

/** Makes the namespaces that the server does not have yet. */
export async function registerNamespaces(address: string, namespaces: readonly string[]): Promise<void> {
  await asking(address, async ({ workflowService }) => {
    for (const namespace of namespaces) {
      try {
        await workflowService.registerNamespace({
          namespace,
          workflowExecutionRetentionPeriod: msToTs(RETENTION),
        });
      } catch (error) {
        const code: number | null = isGrpcServiceError(error) ? error.code : null;
        if (code !== ALREADY_EXISTS) throw error;
      }
    }
  });
}

async function probe({ workflowService }: Connection, namespace: string): Promise<void> {
  await workflowService.listOpenWorkflowExecutions({ namespace, maximumPageSize: 1 });
  const workflowId = `mojob-probe-${crypto.randomUUID()}`;
  const taskQueue = { name: workflowId };
  const identity = "mojob-probe";
  const { runId } = await workflowService.startWorkflowExecution({
    namespace,
    workflowId,
    workflowType: { name: identity },
    taskQueue,
    identity,
    requestId: workflowId,
    workflowExecutionTimeout: msToTs(PROBE_LIFETIME),
  });
  const { taskToken } = await workflowService.pollWorkflowTaskQueue({ namespace, taskQueue, identity });
  await workflowService.respondWorkflowTaskCompleted({
    namespace,
    taskToken,
    identity,
    commands: [
      {
        commandType: proto.temporal.api.enums.v1.CommandType.COMMAND_TYPE_COMPLETE_WORKFLOW_EXECUTION,
        completeWorkflowExecutionCommandAttributes: {},
      },
    ],
  });
  await workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId, runId } });
}

async function asking(address: string, ask: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_WITHIN_MS });
  try {
    await connection.withDeadline(Date.now() + ANSWER_WITHIN_MS, () => ask(connection));
  } finally {
    await connection.close();
  }
}
