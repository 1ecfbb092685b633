import { runtimeInfo } from "@mojob/node";
import { expect, it } from "vitest";
import { startEmbedded } from "./embedded.ts";

it("a worker is shown with what it says of itself, its machine and its process", async () => {
  const embedded = await startEmbedded({
    app: "mail",
    jobs: [],
    runtime: runtimeInfo(),
    worker: {
      name: "mail-1",
      description: "Sends letters",
      tags: ["eu"],
      labels: { region: "eu" },
      version: "2.4.0",
    },
  });
  try {
    expect(await embedded.scheduler.workers()).toMatchObject([
      {
        name: "mail-1",
        description: "Sends letters",
        tags: ["eu"],
        labels: { region: "eu" },
        version: "2.4.0",
        host: expect.stringMatching(/./),
        pid: process.pid,
        load: { memoryBytes: expect.toSatisfy((bytes: number) => bytes > 1_000_000), loopLagMs: 0 },
      },
    ]);
  } finally {
    await embedded.close();
  }
});
