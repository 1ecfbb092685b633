import { connectScheduler, isMoJobClientError, type RemoteScheduler } from "@mojob/client";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SendMail } from "../fixtures/jobs.ts";
import { type SpawnedScheduler, spawnScheduler, temporaryFolder, TOKEN } from "../fixtures/spawned.ts";

const RANGE = { from: "2026-01-01T00:00:00Z", to: "2100-01-01T00:00:00Z" };
/** What gzip cannot shrink, so that a file has parts. */
const noise = (seed: number): string => {
  let state = seed + 1;
  return Array.from({ length: 4000 }, () => {
    state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647;
    return state.toString(36);
  }).join("");
};

interface Ranged {
  readonly fetch: typeof fetch;
  /** The header `Range` of each request for a file. */
  readonly ranges: readonly (string | null)[];
}

/** Gives the response to each request for a file to `change`, by its number from 0. */
function changing(change: (response: Response, index: number) => Response | Promise<Response>): Ranged {
  const ranges: (string | null)[] = [];
  return {
    ranges,
    async fetch(input, init) {
      const response = await fetch(input, init);
      if (!String(input instanceof Request ? input.url : input).endsWith("/file")) return response;
      ranges.push(new Headers(init?.headers).get("Range"));
      return change(response, ranges.length - 1);
    },
  };
}

/** The first bytes of a response, after which its connection breaks; without `bytes` it ends early as if that was all. */
function cut(response: Response, bytes: number, end: "breaks" | "ends"): Response {
  const reader = response.body!.getReader();
  let left = bytes;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value } = await reader.read();
      const part = value?.subarray(0, left) ?? new Uint8Array();
      left -= part.length;
      if (part.length > 0) controller.enqueue(part);
      if (left > 0) return;
      await reader.cancel();
      if (end === "ends") controller.close();
      else controller.error(new TypeError("terminated"));
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

describe("exports and archives of a remote scheduler", () => {
  const folder = temporaryFolder();
  let server: SpawnedScheduler;
  let scheduler: RemoteScheduler;
  const through = (send: typeof fetch): RemoteScheduler =>
    connectScheduler({ url: server.url, token: TOKEN, fetch: send });

  beforeAll(async () => {
    server = await spawnScheduler(folder.file("own.db"));
    scheduler = connectScheduler({ url: server.url, token: TOKEN });
    const runs = await scheduler.triggerMany(
      SendMail,
      Array.from({ length: 40 }, (_, index) => ({ args: { to: `${index} ${noise(index)}` } })),
    );
    for (const { run } of runs) await run?.result();
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const make = async (request: object = {}): Promise<string> => {
    const { id, state } = await scheduler.exports.create({ ...RANGE, ...request });
    expect(state).toBe("running");
    await until("an export is ready", async () => (await scheduler.exports.get(id)).state === "ready");
    return id;
  };

  it("are made, listed, downloaded whole, imported, read and removed", async () => {
    const id = await make({ include: ["definitions", "logs"] });
    const { size, counts } = await scheduler.exports.get(id);
    expect(counts).toMatchObject({ runs: 40 });
    expect((await scheduler.exports.list()).map((one) => one.id)).toEqual([id]);
    const file = await bytesOf(scheduler.exports.download(id));
    expect(file).toHaveLength(size);

    const archive = await scheduler.archives.import("week.ndjson.gz", new Uint8Array(file));
    expect(archive).toMatchObject({ name: "week.ndjson.gz", counts: { runs: 40 } });
    const other = await scheduler.archives.import("blob.ndjson.gz", new Blob([new Uint8Array(file)]));
    expect((await scheduler.archives.list()).map(({ name }) => name).toSorted()).toEqual([
      "blob.ndjson.gz",
      "week.ndjson.gz",
    ]);
    const seen: string[] = [];
    for await (const run of scheduler.archives.runs(archive.id, { limit: 7 })) seen.push(run.id);
    const own: string[] = [];
    for await (const run of scheduler.instances.list({ jobKey: "mail.send" })) own.push(run.id);
    expect(seen.toSorted()).toEqual(own.toSorted());
    const [first = ""] = seen;
    const found: string[] = [];
    for await (const run of scheduler.archives.runs(archive.id, { runId: first })) found.push(run.id);
    expect(found).toEqual([first]);
    const { instance } = await scheduler.archives.run(archive.id, first);
    expect(instance).toMatchObject({ id: first, state: "Succeeded" });
    await expect(scheduler.archives.run(archive.id, "nobody")).rejects.toMatchObject({
      code: "instance_not_found",
    });

    for (const one of [archive, other])
      expect(await scheduler.archives.remove(one.id)).toMatchObject({ id: one.id });
    expect(await scheduler.archives.list()).toEqual([]);
    await expect(scheduler.archives.runs(archive.id).next()).rejects.toMatchObject({
      code: "archive_not_found",
    });
    await scheduler.exports.remove(id);
    await expect(scheduler.exports.get(id)).rejects.toMatchObject({ code: "export_not_found" });
    await expect(scheduler.exports.download(id).next()).rejects.toMatchObject({ code: "export_not_found" });
  });

  it("go on with a download where it broke off, byte for byte", async () => {
    const id = await make();
    const whole = await bytesOf(scheduler.exports.download(id));
    expect(whole.length).toBeGreaterThan(100_000);
    const breaking = changing((response, index) =>
      index === 0 ? cut(response, 70_001, "breaks") : index === 1 ? cut(response, 13, "ends") : response,
    );
    const got = await bytesOf(through(breaking.fetch).exports.download(id));
    expect(got.equals(whole)).toBe(true);
    expect(breaking.ranges).toEqual(["bytes=0-", "bytes=70001-", "bytes=70014-"]);

    const rest = await bytesOf(scheduler.exports.download(id, { start: 70_014 }));
    expect(rest.equals(whole.subarray(70_014))).toBe(true);
    expect(await bytesOf(scheduler.exports.download(id, { start: whole.length }))).toHaveLength(0);
    await scheduler.exports.remove(id);
  });

  it("are asked for again where a proxy has no server for a moment, and given up after some tries", async () => {
    const id = await make();
    const whole = await bytesOf(scheduler.exports.download(id));
    const bad = (): Response => new Response("Bad gateway", { status: 502 });
    const passing = changing((response, index) => (index < 2 ? bad() : response));
    expect((await bytesOf(through(passing.fetch).exports.download(id))).equals(whole)).toBe(true);
    const gone = changing(bad);
    const client = connectScheduler({ url: server.url, token: TOKEN, fetch: gone.fetch, retries: 1 });
    await expect(bytesOf(client.exports.download(id))).rejects.toMatchObject({ code: "unreachable" });
    expect(gone.ranges).toHaveLength(2);
    await scheduler.exports.remove(id);
  });

  it("never add bytes that were not asked for where something in between leaves out the range", async () => {
    const id = await make();
    const whole = await bytesOf(scheduler.exports.download(id));
    const url = `${server.url}/api/v1/exports/${id}/file`;
    const ignoring = changing(async (_, index) => {
      const all = await fetch(url, { headers: { Authorization: `Bearer ${TOKEN}` } });
      return index === 0 ? cut(all, 5000, "breaks") : all;
    });
    const got: Uint8Array[] = [];
    const download = async (): Promise<void> => {
      for await (const piece of through(ignoring.fetch).exports.download(id)) got.push(piece);
    };
    await expect(download()).rejects.toMatchObject({ code: "foreign_response" });
    expect(Buffer.concat(got).equals(whole.subarray(0, 5000))).toBe(true);
    await scheduler.exports.remove(id);
  });

  it("end where the caller reads no further, or aborts", async () => {
    const id = await make();
    for await (const piece of scheduler.exports.download(id)) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    const abort = new AbortController();
    const download = scheduler.exports.download(id, { signal: abort.signal });
    await download.next();
    abort.abort(new Error("Enough"));
    await expect(bytesOf(download)).rejects.toThrow("Enough");
    await scheduler.exports.remove(id);
  });

  it("refuse a start that is none, and a file that is not ready", async () => {
    const id = await make();
    for (const start of [-1, 0.5, Number.NaN, 2 ** 60])
      await expect(scheduler.exports.download(id, { start }).next()).rejects.toMatchObject({
        code: "invalid_argument",
      });
    const behind = scheduler.exports.download(id, { start: 10 ** 12 }).next();
    await expect(behind).rejects.toMatchObject({ code: "foreign_response", status: 416 });
    await scheduler.exports.remove(id);
    // Without anything that takes time to read, one may be ready before it is cancelled.
    const cancelled = await scheduler.exports.cancel((await scheduler.exports.create(RANGE)).id);
    expect(cancelled.state).toBe("cancelled");
    await expect(scheduler.exports.download(cancelled.id).next()).rejects.toMatchObject({
      code: "export_not_ready",
    });
  });

  it("refuse what is no export with the reason, and keep nothing of it", async () => {
    const refused = scheduler.archives.import("hello", new TextEncoder().encode("hello"));
    await expect(refused).rejects.toMatchObject({
      code: "archive_refused",
      message: expect.stringContaining("gzip") as string,
    });
    expect(await scheduler.archives.list()).toEqual([]);
    await expect(scheduler.exports.create({ from: RANGE.to, to: RANGE.from })).rejects.toMatchObject({
      code: "invalid_argument",
    });
    await expect(connectScheduler({ url: server.url, token: "wrong" }).exports.list()).rejects.toSatisfy(
      (error) => isMoJobClientError(error, "unauthorized"),
    );
  });
});
