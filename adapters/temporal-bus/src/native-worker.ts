import type { connectNative } from "@mojob/temporal-link/native";
import type { Worker, WorkflowBundleOption } from "@temporalio/worker";

/** What a program that subscribes needs besides: the native worker. */
export interface NativeWorker {
  readonly Worker: typeof Worker;
  readonly connectNative: typeof connectNative;
  /** The workflows of this package. */
  workflowBundle(): Promise<WorkflowBundleOption>;
}

/** Node, Bun and Deno all say where a file is; what checks types for JSR does not know of it. */
const { filename = "" }: { readonly filename?: string } = import.meta as object;

let bundle: Promise<WorkflowBundleOption> | null = null;

/** Loads the native worker, which is large and takes its time: only a program that subscribes needs it. */
export async function loadNativeWorker(): Promise<NativeWorker> {
  const [{ Worker }, link] = await Promise.all([
    import("@temporalio/worker"),
    import("@mojob/temporal-link/native"),
  ]);
  link.installNativeRuntime();
  const paths = { source: "workflows.ts", built: "workflows.bundle.js" };
  return {
    Worker,
    connectNative: link.connectNative,
    workflowBundle: () => (bundle ??= link.loadBundle(filename, paths)),
  };
}
