export { connectNative, type ConnectNativeOptions, type NativeLink } from "./native-connection.ts";
export { createWorker } from "./create-worker.ts";
export { installNativeRuntime } from "./native-runtime.ts";
export { type BundlePaths, loadBundle } from "./workflow-bundle.ts";
