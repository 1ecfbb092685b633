import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { buildWorkflows } from "./workflow-bundle.ts";

// What the image does once, so that its containers do not do it at every start.

await mkdir(fileURLToPath(new URL("dist/", import.meta.url)), { recursive: true });
await buildWorkflows();
