import type * as worker from "@temporalio/worker";

export type WorkerModule = typeof worker;
export type WorkflowBundle = NonNullable<worker.WorkerOptions["workflowBundle"]>;

/** Node, Bun and Deno all say where a file is; what checks types for JSR does not know of it. */
const { filename = "" }: { readonly filename?: string } = import.meta as object;

let bundle: Promise<WorkflowBundle> | null = null;

/** Loads the native worker: only a program that subscribes needs it. */
export async function loadWorkerModule(): Promise<WorkerModule> {
  const module = await import("@temporalio/worker");
  try {
    // By default it would take the process's signals for itself and write lines for each worker and each retry.
    module.Runtime.install({ shutdownSignals: [], logger: new module.DefaultLogger("ERROR") });
  } catch {
    // The application has set it up as it wants it.
  }
  return module;
}

/** The workflows of this package, bundled once a process. */
export async function workflowBundle(module: WorkerModule): Promise<WorkflowBundle> {
  bundle ??= module.bundleWorkflowCode({
    // `workflows.ts` beside this file, `workflows.js` where it is built.
    workflowsPath: filename.replace(/worker-module(\.[jt]s)$/, "workflows$1"),
    logger: new module.DefaultLogger("ERROR"),
  });
  return bundle;
}
