import { executionTopic } from "../model/name/channel.ts";
import type { IMoEventBus, MoEvent, PublishOptions } from "../ports/event-bus.ts";
import type { RequestedRuns } from "../model/execution-request.ts";
import type { JobExecutionRequested } from "../ports/execution-requested.ts";

/** A request that no worker is there for is published again by the reconciler: a bus need not keep it. */
export const REQUESTS_ARE_TRANSIENT: PublishOptions = { isTransient: true };

/** The request to execute the runs of one dispatch. */
export function executionRequested(id: string, payload: RequestedRuns): JobExecutionRequested {
  let priority = Infinity;
  for (const request of payload.requests) priority = Math.min(priority, request.priority);
  return { id, type: "JobExecutionRequested", payload, priority };
}

/** Publishes the request to execute the runs of one dispatch, on the topic of their destination. */
export function requestExecution(
  bus: Pick<IMoEventBus, "publish">,
  id: string,
  runs: RequestedRuns,
): Promise<void> {
  return bus.publish(
    executionTopic(runs.destination),
    [executionRequested(id, runs)],
    REQUESTS_ARE_TRANSIENT,
  );
}

export function isExecutionRequested(event: MoEvent): event is JobExecutionRequested {
  return event.type === "JobExecutionRequested";
}

/**
 * The same bus, whose requests to execute something else carries.
 *
 * @param carry publishes one request; it rejects where that fails
 */
export function carryRequests(
  bus: IMoEventBus,
  carry: (event: JobExecutionRequested, topic: string) => Promise<void>,
): IMoEventBus {
  const publishAll: IMoEventBus["publish"] = async (topic, events, options) => {
    const others = events.filter((event) => !isExecutionRequested(event));
    const carried = events.filter(isExecutionRequested).map((event) => carry(event, topic));
    if (others.length > 0) carried.push(bus.publish(topic, others, options));
    // All are tried before the first failure is thrown.
    const results = await Promise.allSettled(carried);
    for (const result of results) if (result.status === "rejected") throw result.reason;
  };
  return {
    publish(topic, events, options) {
      const [first, second] = events;
      // Nearly always there is one.
      if (first === undefined || second !== undefined) return publishAll(topic, events, options);
      return isExecutionRequested(first) ? carry(first, topic) : bus.publish(topic, events, options);
    },
    subscribe: (topic, handler, options) => bus.subscribe(topic, handler, options),
    close: () => bus.close(),
  };
}
