export type { EventBusTemporalOptions } from "./bus-options.ts";
export { EventBusTemporal } from "./event-bus.ts";
export { TaskQueueBus, type TaskQueueBusOptions, type TaskQueueSubscribeOptions } from "./task-queue-bus.ts";
