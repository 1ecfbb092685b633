import { randomBytes } from "node:crypto";
import { defineTriggeredJob } from "@mojob/core";
import { WorkflowFailedError } from "@temporalio/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Cluster, startCluster } from "../fixtures/cluster.ts";
import { createEncryptingCodec } from "../fixtures/encrypting-codec.ts";
import { startTlsProxy } from "../fixtures/tls-proxy.ts";
import { connectTemporal, startJob, type TemporalOptions } from "./client/mod.ts";
import { startControlPlane } from "./control-plane/mod.ts";
import { startWorker } from "./worker/mod.ts";

const LARGE = 3_000_000;
/** Just below what Temporal takes as one payload, 2 MiB. */
const LARGEST_ARGS = 2 * 1024 * 1024 - 1000;

const jobs = [
  defineTriggeredJob({ key: "echo", maxConcurrency: null, execute: (args) => args }),
  defineTriggeredJob({ key: "long-answer", execute: () => "x".repeat(LARGE) }),
  defineTriggeredJob({ key: "long-error", execute: () => Promise.reject(new Error("y".repeat(LARGE))) }),
];

describe("a distributed system", () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
  });
  afterAll(() => cluster.close());

  /** A control plane, a worker and a client of one tenant, that speak to Temporal so. */
  async function open(temporal: TemporalOptions) {
    const shared = { ...cluster.tenant(), temporal };
    const errors: unknown[] = [];
    const onError = (error: unknown): void => void errors.push(error);
    const plane = await startControlPlane({ ...shared, onError });
    const worker = await startWorker({
      ...shared,
      app: "connections",
      jobs,
      worker: { maxResultBytes: 2 * LARGE, maxErrorBytes: 4 * LARGE },
      onWarning: () => {},
      onError,
    });
    const { client, close: disconnect } = await connectTemporal(temporal);
    return {
      ...shared,
      client,
      errors,
      start: (instanceId: string, jobKey: string, args?: string) =>
        startJob(client, { tenant: shared.tenant, instanceId, jobKey, ...(args !== undefined && { args }) }),
      async close() {
        await disconnect();
        await worker.close();
        await plane.close();
      },
    };
  }

  test("speaks TLS and shows its key with every call", async () => {
    const proxy = await startTlsProxy(cluster.temporal.address);
    const { address, authority, name } = proxy;
    const system = await open({
      address,
      apiKey: "a-key-of-the-namespace",
      tls: { serverRootCACertificate: authority, serverNameOverride: name },
    });
    expect(await (await system.start("secure", "echo", "over TLS")).result()).toBe("over TLS");
    expect([...proxy.authorizations]).toEqual(["Bearer a-key-of-the-namespace"]);
    await system.close();
    await expect(connectTemporal({ address, tls: true })).rejects.toMatchObject({
      code: "runtime_unavailable",
    });
    await proxy.close();
  }, 300_000);

  test("lets Temporal keep nothing it can read where a codec encrypts", async () => {
    const { address } = cluster.temporal;
    const codec = createEncryptingCodec(randomBytes(32));
    const system = await open({ address, dataConverter: { payloadCodecs: [codec] } });
    const handle = await system.start("secret", "echo", "the-secret-args");
    expect(await handle.result()).toBe("the-secret-args");
    const plain = await connectTemporal({ address });
    const { events } = await plain.client.workflow.getHandle(handle.workflowId).fetchHistory();
    // The message says its bytes as base64.
    const kept = JSON.stringify(events).replaceAll(/"(?:encoding|data)":"([^"]+)"/g, (_, bytes: string) =>
      Buffer.from(bytes, "base64").toString("latin1"),
    );
    expect(kept).toContain("binary/encrypted");
    expect(kept).not.toContain("json/plain");
    expect(kept).not.toContain("the-secret-args");
    const [record] = await system.store.instances.get(system.tenant, ["secret"]);
    expect(record).toMatchObject({ args: "the-secret-args", result: "the-secret-args" });
    await plain.close();
    await system.close();
  }, 300_000);

  test("is wedged by nothing that is too long for Temporal: results, errors and arguments", async () => {
    const { address } = cluster.temporal;
    const system = await open({ address });
    const read = async (id: string) => (await system.store.instances.get(system.tenant, [id]))[0];

    const answer = await system.start("answer", "long-answer");
    expect(await answer.result()).toMatchObject({ truncated: true, bytes: LARGE + 2 });
    expect((await read("answer"))?.result).toHaveLength(LARGE);

    const failed = await system.start("error", "long-error");
    const failure: unknown = await failed.result().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WorkflowFailedError);
    expect((failure as WorkflowFailedError).cause?.message.length).toBeLessThan(400_000);
    expect((await read("error"))?.error?.message).toHaveLength(LARGE);
    expect((await failed.describe()).status.name).toBe("FAILED");

    const args = "z".repeat(LARGEST_ARGS);
    const echoed = await system.start("args", "echo", args);
    expect(await echoed.result()).toMatchObject({ truncated: true });
    expect((await read("args"))?.args).toHaveLength(LARGEST_ARGS);

    await expect(system.start("refused", "echo", "z".repeat(LARGE))).rejects.toThrow();
    expect(await read("refused")).toBeNull();
    expect(system.errors).toEqual([]);
    await system.close();
  }, 300_000);
});
