export { createEventStreams, type EventStreams } from "./ports/platform/event-streams.ts";
export { type BoundServer, createHttpServer } from "./ports/platform/http-server.ts";
export { isMachineToken, keptToken, type TokenFiles } from "./ports/platform/kept-token.ts";
export { assertListenable, listenError } from "./ports/platform/listen-address.ts";
export type * from "./ports/platform/platform.ts";
export { type MachineUsage, machineUsageOf, type ProcessorTimes } from "./ports/platform/machine-usage.ts";
export { parseProcessorWait, PROCESSOR_WAIT_FILE } from "./ports/platform/processor-wait.ts";
export { END_BY_ITSELF_MS, shutdownListener } from "./ports/platform/shutdown-listener.ts";
