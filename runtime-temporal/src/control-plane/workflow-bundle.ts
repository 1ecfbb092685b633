import { loadBundle } from "@mojob/temporal-link/native";
import type { WorkflowBundleOption } from "@temporalio/worker";

/** Node, Bun and Deno all say where a file is; what checks types for JSR does not know of it. */
const { filename = "" }: { readonly filename?: string } = import.meta as object;

let bundle: Promise<WorkflowBundleOption> | null = null;

/** The workflows of this package as one text for the sandbox, loaded once per process. From sources this takes seconds. */
export function loadWorkflowBundle(): Promise<WorkflowBundleOption> {
  bundle ??= loadBundle(filename, { source: "../workflows/mod.ts", built: "workflows.bundle.js" });
  return bundle;
}
