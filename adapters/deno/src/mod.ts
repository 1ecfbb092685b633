export { keepToken } from "@mojob/node";
export { endBySignal, environment, onShutdownSignal, runtimeInfo } from "./process.ts";
export { serve } from "./serve.ts";
export { guardStrayErrors } from "./stray-errors.ts";
