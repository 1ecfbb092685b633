import { existsSync } from "node:fs";
import { copyFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { loadWorkflowBundle } from "@mojob/runtime-temporal/control-plane";

const PATH = fileURLToPath(new URL("dist/workflows.bundle.js", import.meta.url));

/** The workflows as the image was built with them: a control plane then starts in a second and needs no bundler. */
export function builtWorkflows(path: string = PATH): { readonly workflowBundlePath?: string } {
  return existsSync(path) ? { workflowBundlePath: path } : {};
}

/** Bundles them, once, when the image is built. */
export async function buildWorkflows(path: string = PATH): Promise<void> {
  const bundle = await loadWorkflowBundle();
  if ("code" in bundle) await writeFile(path, bundle.code);
  else await copyFile(bundle.codePath, path);
}
