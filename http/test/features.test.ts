import { createManagementApp } from "@mojob/http";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, it, onTestFinished } from "vitest";

it("the API says which feature its scheduler lacks, and the session which it has", async () => {
  const embedded = await startEmbedded({ app: "shop", jobs: [], inMemory: true });
  const app = createManagementApp(embedded.scheduler);
  onTestFinished(async () => {
    await app.close();
    await embedded.close();
  });
  const get = async (path: string): Promise<unknown> => {
    const request = new Request(`http://127.0.0.1${path}`, { headers: { host: "127.0.0.1" } });
    return (await app.fetch(request, { peer: "127.0.0.1" })).json();
  };
  expect(await get("/api/v1/incident-counts")).toMatchObject({
    status: 501,
    code: "feature_missing",
    detail: expect.stringContaining('without the feature "alarms"') as string,
    parameters: { feature: "alarms" },
  });
  expect(await get("/api/v1/inbox/count")).toMatchObject({ code: "feature_missing" });
  expect(await get("/api/v1/session")).toMatchObject({ features: [] });
  expect(await get("/api/v1/jobs")).toMatchObject({ items: [] });
});
