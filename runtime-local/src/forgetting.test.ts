import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { expect, it, vi } from "vitest";
import type { EmbeddedOptions } from "./embedded-options.ts";
import { startEmbedded } from "./embedded.ts";

it("warns once in a process that runs without a store are forgotten, and not where that is asked for", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const start = async (options: Partial<EmbeddedOptions>): Promise<unknown> => {
    await (await startEmbedded({ app: "a", jobs: [], ...options })).close();
    return warn.mock.calls;
  };
  expect(await start({ inMemory: true })).toEqual([]);
  expect(await start({ store: new MetadataStoreInMemoryProvider() })).toEqual([]);
  const warned = [[expect.stringMatching(/^\[mojob\] Runs are kept in memory and forgotten .* openSqlite/)]];
  expect(await start({})).toEqual(warned);
  expect(await start({})).toEqual(warned);
});
