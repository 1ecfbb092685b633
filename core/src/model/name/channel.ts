import type { Destination } from "../destination.ts";

/**
 * The topic, and on Temporal the task queue, of the workers of an app, or of one of them. Tenants and apps have no dot, so
 * that an executor's topic is never an app's.
 */
export function executionTopic({
  tenant,
  app,
  executor,
}: Pick<Destination, "tenant" | "app" | "executor">): string {
  return executor === null ? `mojob.${tenant}.${app}` : `mojob.${tenant}.${app}.${executor}`;
}

/** Whether it is the topic of some workers; what else there is has a colon after "mojob". */
export function isExecutionTopic(topic: string): boolean {
  return topic.startsWith("mojob.");
}

/** The task queue of a tenant's orchestrator workers; the colon keeps it apart from every app's. */
export function orchestratorQueue(tenant: string): string {
  return `mojob:${tenant}`;
}

/** The topic on which changed definitions of a tenant are announced. */
export function definitionsTopic(tenant: string): string {
  return `mojob:${tenant}:definitions`;
}

/** The topic on which runs of a tenant that have ended are announced. */
export function runsEndedTopic(tenant: string): string {
  return `mojob:${tenant}:ended`;
}

/** Whether it is the `runsEndedTopic` of some tenant. */
export function isRunsEndedTopic(topic: string): boolean {
  const [, tenant = "", rest] = topic.split(":");
  return rest === "ended" && topic === runsEndedTopic(tenant);
}
