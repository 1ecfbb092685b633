import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { DefaultLogger } from "@temporalio/worker";
import { afterEach, beforeEach, expect, it } from "vitest";
import { keepBundle } from "./kept-bundle.ts";

// Below the repository, so that what workflows import is found. They are JavaScript, as all that lies in such a folder.
const CACHE = fileURLToPath(new URL("../../../../node_modules/.cache/", import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(`${CACHE}kept-bundle-test-`);
  await writeFile(`${folder}/workflows.js`, 'export { say } from "./words.js";\n');
  await writeFile(`${folder}/words.js`, 'export * from "./say.js";\n');
  await writeFile(`${folder}/say.js`, 'export const say = async () => "the first text";\n');
});
afterEach(() => rm(folder, { recursive: true }));

const bundle = (keptIn: string | undefined) =>
  keepBundle({ workflowsPath: `${folder}/workflows.js`, logger: new DefaultLogger("ERROR") }, keptIn);

async function pathOfBundle(): Promise<string> {
  const kept = await bundle(`${folder}/kept`);
  if (!("codePath" in kept)) throw new Error("The bundle was not kept");
  return kept.codePath;
}

it("a bundle is made once: later processes get the file that is kept", async () => {
  const path = await pathOfBundle();
  expect(await readFile(path, "utf8")).toContain("the first text");
  await writeFile(path, "kept");
  expect(await pathOfBundle()).toBe(path);
  expect(await readFile(path, "utf8")).toBe("kept");
});

it.each([
  ["a module that workflows are made of", "say.js", 'export const say = async () => "the second text";'],
  ["a module that only exports others", "words.js", 'export const say = async () => "the second text";'],
])("it is made again after a change of %s", async (_what, file, text) => {
  await pathOfBundle();
  await writeFile(`${folder}/${file}`, text);
  expect(await readFile(await pathOfBundle(), "utf8")).toContain("the second text");
});

it("it is made again where one of its modules is another file now", async () => {
  await pathOfBundle();
  await writeFile(`${folder}/other.js`, 'export const say = async () => "the second text";');
  await writeFile(`${folder}/workflows.js`, 'export { say } from "./other.js";\n');
  await rm(`${folder}/words.js`);
  expect(await readFile(await pathOfBundle(), "utf8")).toContain("the second text");
});

it("without a folder nothing is kept", async () => {
  expect(await bundle(undefined)).toMatchObject({ code: expect.stringContaining("the first text") });
});
