import { runtimeInfo } from "@mojob/node";
import { expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

it("a worker is shown with its name, its tags, its machine and its process", async () => {
  const embedded = await startEmbedded({
    app: "mail",
    jobs: [],
    runtime: runtimeInfo(),
    worker: { name: "mail-1", tags: ["eu"] },
  });
  try {
    expect(await embedded.scheduler.workers()).toMatchObject([
      { name: "mail-1", tags: ["eu"], host: expect.stringMatching(/./), pid: process.pid },
    ]);
  } finally {
    await embedded.close();
  }
});
