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

/** The workflows of this package: what is published brings them bundled; from its sources they are, once a process. */
export function workflowBundle(module: WorkerModule): Promise<WorkflowBundle> {
  bundle ??= filename.endsWith(".js")
    ? // `scripts/build.ts` puts it there.
      Promise.resolve({ codePath: filename.replace(/worker-module\.js$/, "workflows.bundle.js") })
    : module.bundleWorkflowCode({
        workflowsPath: filename.replace(/worker-module\.ts$/, "workflows.ts"),
        logger: new module.DefaultLogger("ERROR"),
      });
  return bundle;
}
