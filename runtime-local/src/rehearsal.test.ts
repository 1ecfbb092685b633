import { defineTriggeredJob } from "@mojob/core";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

it("rehearses many jobs in an engine of its own, which leaves nothing among theirs", async () => {
  const store = new MetadataStoreInMemoryProvider();
  const jobs = Array.from({ length: 20 }, (_, index) =>
    defineTriggeredJob({ key: `job-${index}`, execute: () => "done" }),
  );
  const embedded = await startEmbedded({ app: "many", jobs, store });
  const { scheduler } = embedded;
  expect(embedded.registrations).toHaveLength(20);
  expect((await scheduler.workers()).map(({ app }) => app)).toEqual(["many"]);
  expect(Object.values((await scheduler.overview()).counts).every((count) => count === 0)).toBe(true);
  const { id } = await scheduler.instances.trigger("job-7", {});
  expect((await scheduler.ended(id)).result).toBe("done");
  await embedded.close();
  await store.close();
});
