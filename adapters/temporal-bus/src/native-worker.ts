import type { connectNative, createWorker } from "@mojob/temporal-link/native";
import type { WorkflowBundleOption } from "@temporalio/worker";

/** The native worker, which only a program that subscribes needs. */
export interface NativeWorker {
  readonly connectNative: typeof connectNative;
  readonly createWorker: typeof createWorker;
  /** The workflows of this package. */
  workflowBundle(): Promise<WorkflowBundleOption>;
}

/** Node, Bun and Deno all say where a file is; what checks types for JSR does not know of it. */
const { filename = "" }: { readonly filename?: string } = import.meta as object;

let bundle: Promise<WorkflowBundleOption> | null = null;

/** Loads the native worker, which is large and takes its time: only a program that subscribes needs it. */
export async function loadNativeWorker(): Promise<NativeWorker> {
  const { connectNative, createWorker, loadBundle } = await import("@mojob/temporal-link/native");
  const paths = { source: "workflows.ts", built: "workflows.bundle.js" };
  return {
    connectNative,
    createWorker,
    workflowBundle: () => (bundle ??= loadBundle(filename, paths)),
  };
}
