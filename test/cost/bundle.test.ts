import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { expect, it } from "vitest";

/** Minified: what a program that embeds a scheduler with its jobs in memory adds to a bundle of one file. */
const MOST_BYTES = 895_000;
const PROGRAM = fileURLToPath(new URL("embedded-program.ts", import.meta.url));

it("an embedded scheduler adds at most 895 KB to a bundle, and nothing of stores and servers that it does not use", async () => {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    resolve: { conditions: ["source"] },
    ssr: { noExternal: true, target: "node" },
    build: { ssr: PROGRAM, write: false, minify: true, target: "node22" },
  });
  const chunks = ([built].flat() as Rolldown.RolldownOutput[])
    .flatMap(({ output }) => output)
    .filter((one) => one.type === "chunk");
  const bytes = chunks.reduce((sum, { code }) => sum + Buffer.byteLength(code), 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
  expect(bytes, "the scheduler is in it").toBeGreaterThan(200_000);
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds).join("\n");
  expect(modules).toMatch(/core\/src\/duties/);
  // It would ask for Node's `fs`, which other places have not.
  expect(modules).not.toContain("CronFileParser");
  expect(modules).not.toMatch(
    /\/http\/src\/|adapters\/(?!memory)|node_modules\/(?:hono|mongodb|@temporalio)\//,
  );
});
