import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleWorkflowCode, DefaultLogger } from "@temporalio/worker";

/** Bundles the workflows into a file, once for all control planes and all their restarts. */
export async function bundleWorkflows(folder: string): Promise<string> {
  const { code } = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(import.meta.resolve("@mojob/runtime-temporal/workflows")),
    logger: new DefaultLogger("ERROR"),
  });
  const path = join(folder, "workflows.js");
  await writeFile(path, code);
  return path;
}
