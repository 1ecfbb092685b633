export type { EventBusTemporalOptions } from "./bus-options.ts";
export { EventBusTemporal } from "./event-bus.ts";
