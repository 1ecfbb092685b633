import type { NamedExecutor, RunRouting } from "./run-routing.ts";

/** Where a run goes: to the workers of an app, or to one of them. */
// A type and not an interface: it is JSON, which an interface could be extended out of.
export type Destination = {
  readonly tenant: string;
  readonly app: string;
  /** The one executor that gets it; `null` is any worker of the app that has room. */
  readonly executor: string | null;
};

/** Any worker of the app that has room. */
export function toApp(tenant: string, app: string): Destination {
  return { tenant, app, executor: null };
}

/**
 * The worker that alone may take a run; `null` where any of the app may: no executor was chosen, or it is one that workers call
 * at its address.
 */
export function workerOf(routing: Pick<RunRouting, "executor"> | null): NamedExecutor | null {
  const executor = routing?.executor ?? null;
  return executor?.address === undefined ? executor : null;
}

/** Where a recorded run goes: to the worker that was chosen for it, else to any of its app. */
export function destinationOf({
  tenant,
  app,
  routing,
}: Pick<Destination, "tenant" | "app"> & { readonly routing: RunRouting | null }): Destination {
  return { tenant, app, executor: workerOf(routing)?.id ?? null };
}
