import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from "@temporalio/worker";

/** Node, Bun and Deno all say where a file is; what checks types for JSR does not know of it. */
const { filename = "" }: { readonly filename?: string } = import.meta as object;

let bundle: Promise<WorkflowBundleOption> | null = null;

/**
 * The workflows as one text that runs in the sandbox. What is published brings it along; where this runs from its sources
 * it is made once a process, which takes seconds.
 */
export function loadWorkflowBundle(): Promise<WorkflowBundleOption> {
  bundle ??= filename.endsWith(".js")
    ? // `scripts/build.ts` puts it there.
      Promise.resolve({ codePath: filename.replace(/workflow-bundle\.js$/, "workflows.bundle.js") })
    : bundleWorkflowCode({
        workflowsPath: filename.replace(/worker([/\\])workflow-bundle\.ts$/, "workflows$1mod.ts"),
        logger: new DefaultLogger("ERROR"),
      });
  return bundle;
}
