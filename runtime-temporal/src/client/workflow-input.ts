import type { Client } from "@temporalio/client";

/** Reads what a workflow was started with, from the first event of its history; `undefined` where it was started with nothing. */
export async function readWorkflowInput(client: Client, workflowId: string): Promise<unknown> {
  const { history } = await client.workflowService.getWorkflowExecutionHistory({
    namespace: client.options.namespace,
    execution: { workflowId },
    maximumPageSize: 1,
  });
  const { payloadCodecs, payloadConverter } = client.options.loadedDataConverter;
  let payloads = history?.events?.[0]?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  for (const codec of payloadCodecs.toReversed()) payloads = await codec.decode(payloads);
  const [input] = payloads;
  return input === undefined ? undefined : payloadConverter.fromPayload(input);
}
