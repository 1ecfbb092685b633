import { createHash } from "node:crypto";
import { connectScheduler, type RemoteScheduler } from "@mojob/client";
import { startRemoteWorker } from "@mojob/client/worker";
import { defineTriggeredJob, type FileValue, type JobRegistration, type JsonValue } from "@mojob/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  EXECUTOR_TOKEN,
  type SpawnedScheduler,
  spawnScheduler,
  temporaryFolder,
  TOKEN,
} from "../../fixtures/spawned.ts";

const LARGE = 1_800_000;

function isCallOf(input: Parameters<typeof fetch>[0], name: string): boolean {
  return typeof input === "string" && input.endsWith(`/executor/${name}`);
}

/** Bytes that differ from place to place. */
function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 9)) & 255);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

const readJob = defineTriggeredJob({
  key: "shop.hash",
  execute: async ({ file }: { readonly file: FileValue }, { files }) =>
    hashOf(new Uint8Array(await new Response(await files.read(file)).arrayBuffer())),
});

describe("files of a remote worker", () => {
  const folder = temporaryFolder();
  let server: SpawnedScheduler;
  let scheduler: RemoteScheduler;
  beforeAll(async () => {
    server = await spawnScheduler(folder.file("own.db"));
    scheduler = connectScheduler({ url: server.url, token: TOKEN });
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const work = async <Value>(
    jobs: readonly JobRegistration[],
    use: () => Promise<Value>,
    send: typeof fetch = fetch,
  ): Promise<Value> => {
    const to = { url: server.url, token: EXECUTOR_TOKEN, app: "shop", fetch: send };
    const worker = await startRemoteWorker({ ...to, jobs });
    try {
      return await use();
    } finally {
      await worker.close();
    }
  };
  const resultOf = async (key: string, args: JsonValue = null): Promise<unknown> =>
    (await scheduler.trigger(key, args)).result();
  const filesOf = async (id: string): Promise<readonly object[]> =>
    (await scheduler.call("listInstanceFiles", { path: { id } })).items;

  it("are the same where responses were lost and connections broke in the middle", async () => {
    const content = bytesOf(LARGE);
    const write = defineTriggeredJob({
      key: "shop.write-large",
      execute: async (_args, { files }) => ({ file: await files.write("large.bin", content) }),
    });
    const lost = { upload: 0, download: 0 };
    const lossy: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (isCallOf(input, "upload") && (lost.upload += 1) % 2 === 1) {
        await response.arrayBuffer();
        throw new TypeError("The connection was closed");
      }
      if (!isCallOf(input, "download") || (lost.download += 1) > 2) return response;
      return new Response(brokenAfter(response.body as ReadableStream<Uint8Array>, 300_000), response);
    };
    await work(
      [write, readJob],
      async () => {
        const stored = (await resultOf("shop.write-large")) as { readonly file: FileValue };
        expect(stored.file).toMatchObject({ name: "large.bin", size: LARGE, sha256: hashOf(content) });
        expect(await resultOf("shop.hash", { ...stored })).toBe(hashOf(content));
      },
      lossy,
    );
    expect(lost.upload).toBeGreaterThanOrEqual(8);
    expect(lost.download).toBe(3);
  });

  it("are refused as they are beside the scheduler: by name, by number, and without the whole value", async () => {
    const attempt = async (call: Promise<unknown>): Promise<string> =>
      call.then(
        () => "done",
        (error: { readonly code: string }) => error.code,
      );
    const job = defineTriggeredJob({
      key: "shop.refused",
      execute: async (_args, { files }) => {
        const file = await files.write("0", new Uint8Array(0));
        const refusals = [
          await attempt(files.write("a/b", "x")),
          await attempt(files.write("x", 7 as never)),
          await attempt(files.read({ ...file, sha256: "0".repeat(64) })),
          await attempt(files.read(file.$file)),
        ];
        for (let index = 1; index < 100; index += 1) await files.write(`${index}`, "x");
        return [
          ...refusals,
          await attempt(files.write("one more", "x")),
          await attempt(files.write("7", "y")),
        ];
      },
    });
    await work([job], async () => {
      const run = await scheduler.trigger("shop.refused");
      expect(await run.result()).toEqual([
        "invalid_argument",
        "invalid_argument",
        "file_not_found",
        "invalid_argument",
        "file_refused",
        "done",
      ]);
      expect(await filesOf(run.id)).toHaveLength(100);
    });
  });

  it("are not stored by a run that is cancelled as it writes, and its write says so", async () => {
    const seen = Promise.withResolvers<string>();
    const begun = Promise.withResolvers<void>();
    const job = defineTriggeredJob({
      key: "shop.endless",
      execute: async (_args, { files }) => {
        const endless = async function* (): AsyncGenerator<Uint8Array> {
          for (let pieces = 0; pieces < 500; pieces += 1) {
            yield bytesOf(100_000);
            if (pieces === 20) begun.resolve();
          }
        };
        await files.write("endless.bin", endless()).catch((error: { readonly code: string }) => {
          seen.resolve(error.code);
          throw error;
        });
      },
    });
    await work([job], async () => {
      const run = await scheduler.trigger("shop.endless");
      await begun.promise;
      await run.cancel();
      expect(await seen.promise).toBe("cancelled");
      expect((await scheduler.ended(run.id)).state).toBe("Cancelled");
      expect(await filesOf(run.id)).toEqual([]);
    });
  });

  it("are not kept of a write that its run did not wait for", async () => {
    const job = defineTriggeredJob({
      key: "shop.impatient",
      execute: async (_args, { files }) => {
        const begun = Promise.withResolvers<void>();
        const never = async function* (): AsyncGenerator<Uint8Array> {
          for (let pieces = 0; pieces < 20; pieces += 1) yield bytesOf(100_000);
          begun.resolve();
          await new Promise(() => {});
        };
        files.write("late.bin", never()).catch(() => {});
        await begun.promise;
        return null;
      },
    });
    await work([job], async () => {
      const run = await scheduler.trigger("shop.impatient");
      expect(await run.result()).toBeNull();
      expect(await filesOf(run.id)).toEqual([]);
    });
  });

  it("are begun again by a write of whole content where the gateway does not know what it was sent", async () => {
    const content = bytesOf(LARGE);
    const job = defineTriggeredJob({
      key: "shop.again",
      execute: async (_args, { files }) => {
        const file = await files.write("again.bin", content);
        const stream = new Blob([content]).stream();
        const refused = await files.write("stream.bin", stream).then(
          () => "done",
          (error: { readonly code: string }) => error.code,
        );
        return { sha256: file.sha256, refused };
      },
    });
    let uploads = 0;
    const forgetful: typeof fetch = (input, init) => {
      const isUpload = isCallOf(input, "upload");
      // The second piece of each is sent as one of an upload that the gateway does not know.
      if (!isUpload || ![2, 8].includes((uploads += 1))) return fetch(input, init);
      const body = JSON.parse(init?.body as string) as object;
      return fetch(input, { ...init, body: JSON.stringify({ ...body, upload: "forgotten" }) });
    };
    const result = await work([job], () => resultOf("shop.again"), forgetful);
    expect(result).toEqual({ sha256: hashOf(content), refused: "runtime_unavailable" });
  });

  it("are refused to callers that do not hold the run", async () => {
    const job = defineTriggeredJob({
      key: "shop.private",
      execute: async (_args, { files }) => ({ file: await files.write("own.txt", "own") }),
    });
    await work([job], async () => {
      const stored = (await resultOf("shop.private")) as { readonly file: FileValue };
      const call = async (name: string, body: object, token = EXECUTOR_TOKEN): Promise<unknown> => {
        const response = await fetch(`${server.url}/api/v1/executor/${name}`, {
          method: "POST",
          headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
          body: JSON.stringify(body),
        });
        return [response.status, ((await response.json()) as { readonly code: string }).code];
      };
      const { executor } = (await (
        await fetch(`${server.url}/api/v1/executor/register`, {
          method: "POST",
          headers: { "Content-Type": "application/json", Authorization: `Bearer ${EXECUTOR_TOKEN}` },
          body: JSON.stringify({ app: "shop" }),
        })
      ).json()) as { readonly executor: string };
      const piece = { upload: "u", name: "a", offset: 0, content: "", last: true };
      for (const [name, body] of [
        ["upload", { executor, lease: "claim/run", ...piece }],
        ["download", { executor, lease: "claim/run", file: stored.file }],
      ] as const) {
        expect(await call(name, body)).toEqual([409, "lease_lost"]);
        expect(await call(name, { ...body, executor: "none" })).toEqual([404, "executor_not_found"]);
        expect(await call(name, body, "x".repeat(24))).toEqual([401, "unauthorized"]);
      }
      expect(await call("upload", { executor, lease: "a/b", ...piece, content: "***" })).toEqual([
        400,
        "invalid_argument",
      ]);
    });
  });
});

/** The beginning of a stream, whose connection then breaks. */
function brokenAfter(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  let left = bytes;
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        if (left <= 0) throw new TypeError("The connection was closed");
        controller.enqueue(piece.subarray(0, left));
        left -= piece.byteLength;
        if (left <= 0) controller.error(new TypeError("The connection was closed"));
      },
    }),
  );
}
