export type { EventBusTemporalOptions, TemporalAddress } from "./bus-options.ts";
export { EventBusTemporal } from "./event-bus.ts";
