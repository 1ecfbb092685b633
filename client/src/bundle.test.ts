import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { expect, it } from "vitest";

const BUDGET_BYTES = 12.5 * 1024;

it("a page that has the client loads at most 12.5 KB of it, compressed, and nothing of a runtime's own", async () => {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL("mod.ts", import.meta.url)), formats: ["es"] },
    },
  });
  const outputs = [built].flat() as Rolldown.RolldownOutput[];
  const chunks = outputs.flatMap(({ output }) => output).filter((one) => one.type === "chunk");
  expect(chunks).toHaveLength(1);
  const code = chunks.map((chunk) => chunk.code).join("");
  expect(code).not.toMatch(/["']node:/);
  const bytes = gzipSync(code).byteLength;
  expect(bytes).toBeLessThan(BUDGET_BYTES);
  expect(bytes).toBeGreaterThan(4000);
});
