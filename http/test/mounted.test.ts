import { createManagementApp } from "@mojob/http";
import { MetadataStoreInMemoryProvider } from "@mojob/memory";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { Hono } from "hono";
import { Hono as OtherHono } from "hono-other";
import { expect, it, onTestFinished } from "vitest";

async function aManagementApp(): Promise<ReturnType<typeof createManagementApp>> {
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "ledger",
    inMemory: true,
    jobs: [],
    store: new MetadataStoreInMemoryProvider(),
  });
  const management = createManagementApp(scheduler, { basePath: "/ops" });
  onTestFinished(async () => {
    await management.close();
    await close();
  });
  return management;
}

it("mounts in a host app with another version of hono as in one with the same", async () => {
  const management = await aManagementApp();
  const own = { peer: "127.0.0.1" };
  const hosts = [
    new Hono().route("/ops", management),
    // To the types of one version the other's app is another class; at run time it is not.
    new OtherHono().route("/ops", management as unknown as OtherHono),
  ];
  for (const host of hosts) {
    const get = (path: string): Promise<Response> =>
      Promise.resolve(host.request(`http://localhost${path}`, undefined, own));
    expect((await get("/ops/livez")).status).toBe(200);
    expect(await (await get("/ops/api/v1/jobs")).json()).toMatchObject({ items: [] });
    expect((await get("/ops/api/v1/jobs/none")).status).toBe(404);
    expect((await get("/ops/api/v1/nothing")).headers.get("Content-Type")).toContain("problem+json");
    expect([200, 404]).toContain((await get("/ops/jobs/some/page")).status);
    const slashed = await get("/ops/");
    expect([slashed.status, slashed.headers.get("Location")]).toEqual([308, "/ops"]);
    expect((await get("/elsewhere")).status).toBe(404);
  }
  const metrics = await (await management.request("http://localhost/metrics", undefined, own)).text();
  expect(metrics).toContain('route="/api/v1/jobs",status="200",tenant="default"} 2');
});
