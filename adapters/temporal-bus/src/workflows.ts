import { ActivityCancellationType, ApplicationFailure, proxyActivities } from "@temporalio/workflow";
import { boundedPriority } from "@mojob/core/workflow-safe";
import type { Delivery, DeliveryActivities } from "./delivery.ts";

/**
 * Delivers events, each as an activity of its own, so that each waits, fails and is delivered again by itself; fails
 * when some were given up.
 */
export async function deliverEvents({ topic, queue, events, limits }: Delivery): Promise<void> {
  const deliveries = await Promise.allSettled(
    events.map((event) => {
      const { deliverEvent } = proxyActivities<DeliveryActivities>({
        taskQueue: queue,
        scheduleToStartTimeout: limits.waitMs,
        startToCloseTimeout: limits.handlerTimeoutMs,
        heartbeatTimeout: limits.heartbeatTimeoutMs,
        cancellationType: ActivityCancellationType.TRY_CANCEL,
        priority: { priorityKey: boundedPriority(event.priority) },
        retry: {
          initialInterval: limits.redeliveryDelayMs,
          backoffCoefficient: 1,
          maximumAttempts: limits.maxDeliveries,
        },
      });
      return deliverEvent(event, topic);
    }),
  );
  const causes = deliveries.flatMap((delivery) =>
    delivery.status === "rejected" ? [delivery.reason as unknown] : [],
  );
  if (causes.length === 0) return;
  const [cause] = causes;
  throw ApplicationFailure.create({
    message: `Gave up ${causes.length} of ${events.length} events on "${topic}"`,
    type: "EventsGivenUp",
    nonRetryable: true,
    ...(cause instanceof Error && { cause }),
  });
}
