import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleWithSourceMap } from "@temporalio/worker";

/** Node, Bun and Deno all say where a file is; what checks types for JSR does not know of it. */
const { filename = "" }: { readonly filename?: string } = import.meta as object;

let bundle: Promise<WorkflowBundleWithSourceMap> | null = null;

/** The workflows as one text that runs in the sandbox; made once a process, since it takes seconds. */
export function loadWorkflowBundle(): Promise<WorkflowBundleWithSourceMap> {
  bundle ??= bundleWorkflowCode({
    // `workflows/mod.ts` where this runs from its sources, `workflows/mod.js` where it is built.
    workflowsPath: filename.replace(/worker([/\\])workflow-bundle(\.[jt]s)$/, "workflows$1mod$2"),
    logger: new DefaultLogger("ERROR"),
  });
  return bundle;
}
