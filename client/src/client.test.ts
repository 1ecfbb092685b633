import { connectScheduler, isMoJobClientError, type RemoteScheduler } from "@mojob/client";
import { isMoJobError } from "@mojob/core";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { fail, SendMail, wait } from "../fixtures/jobs.ts";
import { type SpawnedScheduler, spawnScheduler, temporaryFolder, TOKEN } from "../fixtures/spawned.ts";

/** The client itself sends texts alone. */
function addressOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}

/** Loses the responses of the first calls that match: the server has done what they asked for. */
function losing(times: number, pattern: RegExp): { readonly fetch: typeof fetch; lost(): number } {
  let lost = 0;
  return {
    lost: () => lost,
    async fetch(input, init) {
      const response = await fetch(input, init);
      if (lost >= times || !pattern.test(`${init?.method ?? "GET"} ${addressOf(input)}`)) return response;
      await response.text();
      lost += 1;
      throw new TypeError("The connection was closed");
    },
  };
}

describe("a fault of the caller's own", () => {
  const url = "http://127.0.0.1:9";

  it("is thrown at once, and is no scheduler that does not respond", async () => {
    let sent = 0;
    const send: typeof fetch = () => {
      sent += 1;
      return Promise.reject(new TypeError("fetch failed"));
    };
    const token = (): string => {
      throw new TypeError("The vault is closed");
    };
    await expect(connectScheduler({ url, token, fetch: send }).trigger("x")).rejects.toThrow(
      "The vault is closed",
    );
    const any = vi.spyOn(AbortSignal, "any").mockImplementation(() => {
      throw new TypeError("AbortSignal.any is not a function");
    });
    onTestFinished(() => any.mockRestore());
    const { signal } = new AbortController();
    const scheduler = connectScheduler({ url, token: TOKEN, fetch: send });
    await expect(scheduler.trigger("x", null, { signal })).rejects.toThrow(
      "AbortSignal.any is not a function",
    );
    expect(sent).toBe(0);
    // Without a signal of the caller there is nothing to combine.
    await expect(connectScheduler({ url, fetch: send, retries: 0 }).trigger("x")).rejects.toMatchObject({
      code: "unreachable",
    });
    expect(sent).toBe(1);
  });
});

describe("connectScheduler()", () => {
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

  const runsOf = async (jobKey: string): Promise<number> => {
    let count = 0;
    for await (const _ of scheduler.instances.list({ jobKey })) count += 1;
    return count;
  };

  it("gives a run's result the type of its job, and its failure what the job threw", async () => {
    const run = await scheduler.trigger(SendMail, { to: "ada" });
    const result: { readonly sentTo: string } = await run.result();
    expect(result).toEqual({ sentTo: "ada" });
    const failed = await (await scheduler.trigger(fail)).result().catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: "run_failed",
      message: expect.stringMatching(/ended as Terminated: Nothing works$/) as string,
      cause: { code: "job_error", message: "Nothing works" },
    });
    // @ts-expect-error -- The compiler knows what its arguments are.
    await expect(scheduler.trigger(SendMail, { to: 17 })).resolves.toBeDefined();
  });

  it("makes one run of a trigger, a batch and a re-run whose responses are lost", async () => {
    const before = await runsOf("mail.send");
    const flaky = losing(2, /^POST .*instances$/);
    const lossy = connectScheduler({ url: server.url, token: TOKEN, fetch: flaky.fetch });
    const run = await lossy.trigger(SendMail, { to: "once" });
    expect([flaky.lost(), await run.result()]).toEqual([2, { sentTo: "once" }]);
    expect(await runsOf("mail.send")).toBe(before + 1);

    const batch = losing(2, /batch$/);
    const items = [{ args: { to: "a" } }, { args: { to: "b" } }];
    const many = await connectScheduler({ url: server.url, token: TOKEN, fetch: batch.fetch }).triggerMany(
      SendMail,
      items,
    );
    expect([batch.lost(), many.length, await runsOf("mail.send")]).toEqual([2, 2, before + 3]);

    const again = losing(1, /rerun$/);
    await connectScheduler({ url: server.url, token: TOKEN, fetch: again.fetch }).instances.rerun(run.id);
    expect([again.lost(), await runsOf("mail.send")]).toEqual([1, before + 4]);
  });

  it("cancels a run once, though the first response is lost and the run has ended by then", async () => {
    const flaky = losing(1, /cancel$/);
    const lossy = connectScheduler({ url: server.url, token: TOKEN, fetch: flaky.fetch });
    const run = await lossy.trigger(wait, { ms: 600_000 }, { delayMs: 600_000 });
    expect((await run.cancel()).state).toBe("Cancelled");
    expect(flaky.lost()).toBe(1);
    await expect(run.cancel()).resolves.toMatchObject({ state: "Cancelled" });
    const done = await scheduler.trigger(SendMail, { to: "done" });
    await done.result();
    await expect(done.cancel()).rejects.toMatchObject({ code: "already_terminal" });
  });

  it("throws what the API refused for, as a scheduler in the same process would", async () => {
    const unknown = await scheduler.trigger("nobody.knows").catch((error: unknown) => error);
    expect(isMoJobClientError(unknown, "job_not_found")).toBe(true);
    expect(isMoJobError(unknown, "job_not_found")).toBe(true);
    expect(unknown).toHaveProperty("name", "MoJobClientError");
    expect(unknown).toMatchObject({ status: 404, problem: { code: "job_not_found" } });
    const mistaken = await scheduler.jobs
      .list({ limit: 0 })
      .next()
      .catch((error: unknown) => error);
    expect(mistaken).toMatchObject({ code: "invalid_argument", issues: [{ code: "out_of_range" }] });
    const stranger = connectScheduler({ url: server.url, token: "x".repeat(20) });
    await expect(stranger.jobs.get("fail")).rejects.toMatchObject({ code: "unauthorized", status: 401 });
  });

  it("names the request in the error of a mistake on the server's side", async () => {
    const failing = connectScheduler({
      url: server.url,
      retries: 0,
      fetch: () =>
        Promise.resolve(
          new Response(
            JSON.stringify({ status: 500, code: "internal_error", detail: "x", instance: "urn:uuid:7" }),
            { status: 500, headers: { "Content-Type": "application/problem+json" } },
          ),
        ),
    });
    await expect(failing.jobs.get("fail")).rejects.toMatchObject({
      code: "internal_error",
      requestId: "7",
    });
  });

  it("gives up a server that is not there, and a page that is no scheduler's", async () => {
    const nobody = connectScheduler({ url: "http://127.0.0.1:9", retries: 1 });
    await expect(nobody.trigger("a")).rejects.toMatchObject({
      code: "unreachable",
      message: "The scheduler at http://127.0.0.1:9 does not respond",
    });
    const page = connectScheduler({
      url: server.url,
      fetch: () => Promise.resolve(new Response("<html>", { status: 404 })),
    });
    await expect(page.jobs.get("a")).rejects.toMatchObject({ code: "foreign_response", status: 404 });
  });

  it("waits for a result, and goes on with its events, through a kill -9 of the server and its restart", async () => {
    const file = folder.file("killed.db");
    await using first = await spawnScheduler(file);
    const port = Number(new URL(first.url).port);
    const client = connectScheduler({ url: first.url, token: TOKEN });
    const ending = new AbortController();
    const events = client.events({ topics: ["instances"], signal: ending.signal });
    expect((await events.next()).value).toEqual({ type: "ready" });
    const run = await client.trigger(wait, { ms: 1500 });
    const result = run.result();
    await until("the run to begin", async () => (await client.instances.get(run.id)).state === "Processing");
    first.signal("SIGKILL");
    await first.exit;
    await using second = await spawnScheduler(file, port);
    expect(await result).toBe("waited");
    expect(second.url).toBe(first.url);
    const seen: string[] = [];
    for await (const event of events) {
      seen.push(event.type);
      // What ended before is in no stream any more: that is what a reset says.
      if (event.type === "reset") await client.trigger(SendMail, { to: "after" });
      if (event.type === "instances" && event.items.some(({ jobKey }) => jobKey === "mail.send")) break;
    }
    expect(seen).toContain("reset");
    ending.abort();
  });

  it("continues its events after the last one when their connection breaks", async () => {
    const opened: (string | null)[] = [];
    const breaks: AbortController[] = [];
    const breaking = connectScheduler({
      url: server.url,
      token: TOKEN,
      fetch: (input, init) => {
        if (!addressOf(input).includes("/events")) return fetch(input, init);
        const breaker = new AbortController();
        breaks.push(breaker);
        opened.push(new Headers(init?.headers).get("Last-Event-ID"));
        return fetch(input, {
          ...init,
          signal: AbortSignal.any([breaker.signal, init?.signal as AbortSignal]),
        });
      },
    });
    const ending = new AbortController();
    const events = breaking.events({ signal: ending.signal });
    await events.next();
    breaks[0]?.abort();
    // Happens while nothing listens.
    const run = await scheduler.trigger(SendMail, { to: "meanwhile" });
    await run.result();
    const seen: string[] = [];
    for await (const event of events) {
      seen.push(event.type);
      if (event.type === "instances" && event.items.some(({ id }) => id === run.id)) break;
    }
    expect(seen).not.toContain("reset");
    expect([opened.length, opened[0], typeof opened[1]]).toEqual([2, null, "string"]);
    ending.abort();
  });
});
