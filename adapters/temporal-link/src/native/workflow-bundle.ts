import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from "@temporalio/worker";

/** A package's workflows, both paths relative to the file that loads them. */
export interface BundlePaths {
  /** The workflows' module, where the sources run as they are. */
  readonly source: string;
  /** What `scripts/build.ts` makes of it for a published package. */
  readonly built: string;
}

/**
 * Loads workflows as one text that runs in Temporal's sandbox; from sources they are bundled first, which takes seconds.
 *
 * @param filename the file that loads them
 */
export function loadBundle(filename: string, { source, built }: BundlePaths): Promise<WorkflowBundleOption> {
  const folder = filename.replace(/[^/\\]+$/, "");
  if (!filename.endsWith(".ts")) return Promise.resolve({ codePath: `${folder}${built}` });
  return bundleWorkflowCode({ workflowsPath: `${folder}${source}`, logger: new DefaultLogger("ERROR") });
}
