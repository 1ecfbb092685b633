import type { EventSubscription, IMoEventBus } from "@mojob/core";

/** Stands in where there is no bus: readers look at the marks in the state store anyway, and the scheduler is signalled. */
export const silentBus: IMoEventBus = {
  publish: () => Promise.resolve(),
  subscribe: (): Promise<EventSubscription> =>
    Promise.resolve({ resume: () => {}, close: () => Promise.resolve() }),
  close: () => Promise.resolve(),
};
