import { copyFileSync, mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import manifest from "@temporalio/worker/package.json" with { type: "json" };
import { afterAll, beforeAll, expect, it } from "vitest";
import { BUILT_WITH, loadBundle } from "./native/workflow-bundle.ts";

// Below the repository, so that what the workflows import is found.
const FOLDER = fileURLToPath(new URL("../../../node_modules/.cache/workflow-bundle-test/", import.meta.url));
const PATHS = { source: "workflows.ts", built: "workflows.bundle.js" };

beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true });
  copyFileSync(fileURLToPath(new URL("../fixtures/workflows.js", import.meta.url)), `${FOLDER}workflows.js`);
});
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

it("bundles are built with the minor version that is installed here", () => {
  expect(manifest.version.startsWith(`${BUILT_WITH}.`)).toBe(true);
});

it("what was built is used beside the version that it was built with", async () => {
  expect(await loadBundle(`${FOLDER}load.js`, PATHS)).toEqual({ codePath: `${FOLDER}workflows.bundle.js` });
});

it("beside another version the workflows of the package are bundled again", async () => {
  const bundle = await loadBundle(`${FOLDER}load.js`, PATHS, "1.12.1");
  expect(bundle).toMatchObject({ code: expect.stringContaining("a workflow of a package") });
});
