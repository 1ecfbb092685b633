import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Deployment } from "@mojob/core/engine";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, it, vi } from "vitest";
import { sendHeartbeats } from "./send-heartbeats.ts";

/** A server that counts how often it is called. */
async function aWatcher() {
  const watcher = { calls: 0, status: 200 };
  const server = createServer((_, response) => {
    watcher.calls += 1;
    response.writeHead(watcher.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise((resolve) => server.close(resolve));
  return {
    watcher,
    url: `http://127.0.0.1:${port}/beat`,
    [Symbol.asyncDispose]: async () => void (await close()),
  };
}

/** A minute at a time, until so many more calls came. */
async function until(clock: FakeClock, isSo: () => boolean): Promise<void> {
  await vi.waitUntil(
    async () => {
      await clock.advance(60_000);
      return isSo();
    },
    { timeout: 10_000 },
  );
}

it("calls its address while all is well, and says once that it cannot", async () => {
  await using target = await aWatcher();
  const { deployment, close } = await startEmbedded({ features: FEATURES, app: "shop", jobs: [] });
  const errors: unknown[] = [];
  const clock = createFakeClock();
  const heartbeats = sendHeartbeats(deployment, {
    url: target.url,
    clock,
    onError: (error) => errors.push(error),
  });
  await until(clock, () => target.watcher.calls >= 3);
  expect(errors).toEqual([]);
  target.watcher.status = 500;
  const failing = target.watcher.calls;
  await until(clock, () => target.watcher.calls >= failing + 3);
  expect(errors).toHaveLength(1);
  expect(String(errors[0])).toMatch(
    /Cannot send a heartbeat to "127\.0\.0\.1:\d+": The response has status 500/,
  );
  await heartbeats.close();
  expect(clock.pending).toBe(0);
  await close();
});

it.each([
  ["a part is not available", false, 0],
  ["nothing fires", true, 1],
])("is silent while %s", async (_, ok, stopped) => {
  await using target = await aWatcher();
  let asked = 0;
  const scheduler = () => ({
    health: async () => {
      asked += 1;
      return [{ name: "store", ok, detail: null }];
    },
    incidents: { counts: async () => ({ conditions: { firing_stopped: stopped } }) },
  });
  const deployment = { tenants: ["default"], scheduler } as unknown as Deployment;
  const clock = createFakeClock();
  const heartbeats = sendHeartbeats(deployment, { url: target.url, clock, onError: () => {} });
  await until(clock, () => asked >= 3);
  await heartbeats.close();
  expect(target.watcher.calls).toBe(0);
});
