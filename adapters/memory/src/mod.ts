export { EventBusInMemory, type EventBusInMemoryOptions } from "./bus/event-bus.ts";
export { MetadataStoreInMemoryProvider, type MetadataStoreInMemoryOptions } from "./metadata-store.ts";
export { StateStoreInMemory, type StateStoreInMemoryOptions } from "./state-store.ts";
