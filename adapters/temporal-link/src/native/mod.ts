export { connectNative, type ConnectNativeOptions, type NativeLink } from "./native-connection.ts";
export { createWorker } from "./create-worker.ts";
export { type BundlePaths, loadBundle } from "./workflow-bundle.ts";
