import { bundleWorkflowCode, DefaultLogger, type WorkflowBundleOption } from "@temporalio/worker";
import { compileCacheFolder, keepBundle } from "./kept-bundle.ts";

/** A package's workflows, both paths relative to the file that loads them. */
export interface BundlePaths {
  /** The workflows' module, where the sources run as they are. */
  readonly source: string;
  /** The bundle that `scripts/build.ts` makes of it for a published package. */
  readonly built: string;
}

/** The minor version of Temporal's SDK that bundles are built with: a worker of another one does not run them. */
export const BUILT_WITH = "1.24";

/**
 * Loads workflows as one text that runs in Temporal's sandbox; from sources, and beside another version of Temporal's SDK than they were built
 * with, they are bundled first, which takes seconds. What is bundled from sources is kept where Node keeps what it compiled.
 *
 * @param filename the file that loads them
 * @param installed the version of Temporal's SDK
 */
export async function loadBundle(
  filename: string,
  { source, built }: BundlePaths,
  installed?: string,
): Promise<WorkflowBundleOption> {
  const folder = filename.replace(/[^/\\]+$/, "");
  const isSource = filename.endsWith(".ts");
  if (!isSource && (installed ?? (await installedVersion())).startsWith(`${BUILT_WITH}.`))
    return { codePath: `${folder}${built}` };
  const logger = new DefaultLogger("ERROR");
  if (isSource) return keepBundle({ workflowsPath: `${folder}${source}`, logger }, compileCacheFolder());
  return bundleWorkflowCode({ workflowsPath: `${folder}${source.replace(/\.ts$/, ".js")}`, logger });
}

async function installedVersion(): Promise<string> {
  const manifest = await import("@temporalio/worker/package.json", { with: { type: "json" } });
  return (manifest.default as { readonly version: string }).version;
}
