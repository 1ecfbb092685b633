import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleWithSourceMap } from "@temporalio/worker";

let bundle: Promise<WorkflowBundleWithSourceMap> | null = null;

/** The workflows as one text that runs in the sandbox; made once a process, since it takes seconds. */
export function loadWorkflowBundle(): Promise<WorkflowBundleWithSourceMap> {
  bundle ??= bundleWorkflowCode({
    workflowsPath: workflowsPath(),
    logger: new DefaultLogger("ERROR"),
  });
  return bundle;
}

/** The sources where this runs from its sources, what they were built to where it runs from that. */
function workflowsPath(): string {
  const extension = import.meta.filename.endsWith(".ts") ? "ts" : "js";
  return `${import.meta.dirname}/../workflows/mod.${extension}`;
}
