import { connect } from "node:net";
import type { JobInstanceSummary, JobState } from "@mojob/core";
import type { RuntimeUnderTest } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serverEvents } from "./event-stream.ts";
import { spawnFixture, spawnServer, type SpawnedServer } from "./spawned-server.ts";

const FIXTURE = "management-server.ts";
const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";

type Run = Pick<JobInstanceSummary, "id" | "jobKey"> & { readonly state: JobState };

interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** An embedded deployment as its clients meet it, proved on the real runtime. The tests share it, as clients do. */
export function managementTests(runtime: RuntimeUnderTest): void {
  describe.concurrent(`an embedded scheduler on ${runtime.name}`, () => {
    let server: SpawnedServer;
    beforeAll(async () => {
      server = await spawnServer(runtime, FIXTURE, { MOJOB_TOKEN: TOKEN });
    });
    afterAll(() => server?.[Symbol.asyncDispose]());

    it("refuses every call without the token", async () => {
      expect((await fetch(`${server.url}/api/v1/jobs`)).status).toBe(401);
      expect((await call(server, "/jobs", { headers: { authorization: `Bearer ${TOKEN}x` } })).status).toBe(
        401,
      );
      expect((await call(server, "/jobs")).status).toBe(200);
    });

    it("reports that it is live and ready, without a token", async () => {
      expect((await fetch(`${server.url}/livez`)).status).toBe(200);
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    });

    it("shows its metrics and its description", async () => {
      const headers = { authorization: `Bearer ${TOKEN}` };
      const metrics = await fetch(`${server.url}/metrics`, { headers });
      expect(await metrics.text()).toMatch(/^# TYPE mojob_/m);
      const description = await fetch(`${server.url}/openapi.json`, { headers });
      expect(await description.json()).toMatchObject({ openapi: expect.stringMatching(/^3\.1/) as string });
    });

    it("runs a job that is asked for and keeps its result, progress and log", async () => {
      const events = await watch(server);
      const run = await trigger(server, "greet", { args: { name: "Ada" } });
      await reached(events, run.id, "Succeeded");
      expect(await read(server, `/instances/${run.id}`)).toMatchObject({
        result: { greeting: "Hello Ada" },
        progress: { fraction: 0.5, message: "half way" },
        attempt: 1,
      });
      expect(await read(server, `/instances/${run.id}/logs`)).toMatchObject({
        items: [{ seq: 1, level: "info", message: "Greeting" }],
      });
    });

    it.each([
      ["a text", "text", "just text"],
      ["nothing", "undefined", "undefined"],
      ["null", "null", "null"],
      ["something that throws when looked at", "hostile", "cannot be described"],
    ])("a job that throws %s fails its run and no other", async (_what, args, message) => {
      const events = await watch(server);
      const bad = await trigger(server, "throw", { args });
      await reached(events, bad.id, "Terminated");
      const { error } = (await read(server, `/instances/${bad.id}`)) as { error: { message: string } };
      expect(error.message).toContain(message);
      const after = await watch(server);
      const good = await trigger(server, "greet", { args: { name: "Grace" } });
      await reached(after, good.id, "Succeeded");
    });

    it("a job that throws after its run has timed out changes nothing", async () => {
      const events = await watch(server);
      const run = await trigger(server, "late");
      await reached(events, run.id, "Terminated");
      const ended = await read(server, `/instances/${run.id}`);
      expect(ended).toMatchObject({ error: { code: "timeout" } });
      await fetch(`${server.url}/throw-late`);
      expect((await fetch(`${server.url}/livez`)).status).toBe(200);
      expect(await read(server, `/instances/${run.id}`)).toEqual(ended);
    });

    it("gives the times of a cron where the clocks change, and the place of a mistake", async () => {
      const preview = (cron: string): Promise<Response> =>
        call(server, "/cron/preview", {
          method: "POST",
          body: { cron, timeZone: "Australia/Lord_Howe", from: "2026-10-02T16:00:00Z", count: 2 },
        });
      expect(await (await preview("0 15 2 * * *")).json()).toMatchObject({
        description: expect.stringContaining("02:15") as string,
        fires: ["2026-10-03T15:45:00.000Z", "2026-10-04T15:15:00.000Z"],
      });
      const mistaken = await preview("0 15 26 * * *");
      expect(mistaken.status).toBe(400);
      expect(await mistaken.json()).toMatchObject({ code: "invalid_cron" });
    });

    it.each([
      ["says so", false],
      ["does not say", true],
    ])("refuses a body that is too large where it %s how large it is", async (_how, isStreamed) => {
      const text = `{"args":"${"x".repeat(1024 * 1024)}"}`;
      const response = await fetch(`${server.url}/api/v1/jobs/greet/instances`, {
        method: "POST",
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
        ...(isStreamed ? { body: new Blob([text]).stream(), duplex: "half" } : { body: text }),
      });
      expect(response.status).toBe(413);
      expect(await response.json()).toMatchObject({ status: 413, detail: expect.any(String) as string });
    });

    it("reports nothing for a client that leaves in the middle of its body", async () => {
      await using own = await spawnServer(runtime, FIXTURE, { MOJOB_TOKEN: TOKEN });
      const { hostname, port } = new URL(own.url);
      const client = connect(Number(port), hostname, () => {
        client.write(
          `POST /api/v1/jobs/greet/instances HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${TOKEN}\r\n` +
            'Announce: yes\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"args":',
        );
      });
      await own.line(/^request began/);
      client.destroy();
      const status = await until("the end of the request, which is then counted", async () => {
        const metrics = await fetch(`${own.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
        return /_requests_total{.*route=".*:key\/instances".*status="(\d+)"/.exec(await metrics.text())?.[1];
      });
      expect(status).toBe("400");
      expect(own.output().split("\n").slice(1)).toEqual(["request began"]);
    });

    it("fires a cron of every second, once a second", async () => {
      const seen = new Set<string>();
      for await (const run of runs(await watch(server))) {
        if (run.jobKey === "tick") seen.add(run.id);
        if (seen.size === 2) break;
      }
      // A machine that stood still for longer than the grace has a gap between them.
      const times = [...seen].map((id) => Date.parse(id.replace("tick@", "")) % 1000);
      expect(times).toEqual([0, 0]);
    });

    it("changes a job for who has read its latest version", async () => {
      const tag = (await call(server, "/jobs/greet")).headers.get("etag") ?? "";
      const change = (headers: Record<string, string>): Promise<Response> =>
        call(server, "/jobs/greet", { method: "PATCH", headers, body: { description: "Greets" } });
      expect((await change({})).status).toBe(428);
      const changed = await change({ "if-match": tag });
      expect(changed.status).toBe(200);
      expect(changed.headers.get("etag")).not.toBe(tag);
      expect((await change({ "if-match": tag })).status).toBe(412);
    });

    it("cancels a run that is under way", async () => {
      const events = await watch(server);
      const run = await trigger(server, "wait");
      await server.line(/^wait began/);
      expect((await call(server, `/instances/${run.id}/cancel`, { method: "POST", body: {} })).status).toBe(
        202,
      );
      await reached(events, run.id, "Cancelled");
    });

    it("shows the worker with the runtime it is on", async () => {
      const { items } = (await (await call(server, "/workers")).json()) as { items: readonly object[] };
      expect(items).toMatchObject([{ runtime: runtime.name, app: "default" }]);
    });

    it("frees the place of a stream whose client disconnected", { timeout: 90_000 }, async () => {
      await using own = await spawnServer(runtime, FIXTURE, { MOJOB_TOKEN: TOKEN });
      const comeAndGo = async (): Promise<void> => {
        const client = new AbortController();
        const events = await call(own, "/events", { signal: client.signal });
        await events.body?.getReader().read();
        client.abort();
      };
      // More than it holds at once.
      for (let round = 0; round < 5; round += 1)
        await Promise.all(Array.from({ length: 50 }, () => comeAndGo()));
      await until("a free place", async () => (await watch(own)).status === 200);
    });

    it("at SIGTERM lets a run end and begins none, ends the streams and exits with 0", async () => {
      await using own = await spawnServer(runtime, FIXTURE, { MOJOB_TOKEN: TOKEN });
      const events = await watch(own);
      const under = await trigger(own, "close-books");
      await own.line(/^close-books began/);
      own.signal("SIGTERM");
      await own.line(/^closing SIGTERM/);

      const closing = Date.now();
      // Its store keeps nothing: what it took now would be lost.
      const body = { args: { name: "Alan" } };
      const late = await call(own, "/jobs/greet/instances", { method: "POST", body });
      expect([late.status, await late.json()]).toMatchObject([503, { code: "shutting_down" }]);
      // The job of every second would have fired.
      await until("another second", () => Date.now() > closing + 1100);
      const { items } = (await read(own, "/instances")) as { items: readonly Run[] };
      const ofLater = items.filter(
        ({ id, jobKey }) => jobKey === "tick" && Date.parse(id.replace("tick@", "")) > closing,
      );
      expect(ofLater).toEqual([]);
      expect(items.find(({ id }) => id === under.id)?.state).toBe("Processing");

      await fetch(`${own.url}/release`);
      const seen: Run[] = [];
      for await (const run of runs(events)) seen.push(run);
      expect(seen.findLast(({ id }) => id === under.id)?.state).toBe("Succeeded");
      expect(await own.exit).toEqual({ code: 0, signal: null });
      expect(own.output()).toMatch(/close-books ended\n.*closed$/);
    });

    it("refuses a port in use, and the network without a token, in a sentence", async () => {
      const { port } = new URL(server.url);
      await using second = spawnFixture(runtime, FIXTURE, { env: { MOJOB_TOKEN: TOKEN, MOJOB_PORT: port } });
      await using open = spawnFixture(runtime, FIXTURE, { env: { MOJOB_HOST: "0.0.0.0" } });
      expect(await second.exit).toEqual({ code: 1, signal: null });
      expect(second.output()).toMatch(
        new RegExp(`^Cannot listen on "127\\.0\\.0\\.1" port ${port}: the port is in use.*$`),
      );
      expect(await open.exit).toEqual({ code: 1, signal: null });
      expect(open.output()).toMatch(/^.*MOJOB_TOKEN.*$/);
    });
  });
}

function call(
  server: SpawnedServer,
  path: string,
  { method, headers, body, signal }: Call = {},
): Promise<Response> {
  return fetch(`${server.url}/api/v1${path}`, {
    method: method ?? "GET",
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  });
}

async function read(server: SpawnedServer, path: string): Promise<unknown> {
  return (await call(server, path)).json();
}

async function trigger(server: SpawnedServer, jobKey: string, body: object = {}): Promise<Run> {
  const answer = await call(server, `/jobs/${jobKey}/instances`, { method: "POST", body });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { instance: Run }).instance;
}

/** Resolves once the stream has begun, so that nothing that happens afterwards is missed. */
async function watch(server: SpawnedServer): Promise<Response> {
  return call(server, "/events?topics=instances");
}

async function* runs(events: Response): AsyncGenerator<Run, void> {
  for await (const { event, data } of serverEvents(events)) {
    if (event === "instances") yield* (JSON.parse(data) as { items: readonly Run[] }).items;
  }
}

async function reached(events: Response, id: string, state: JobState): Promise<void> {
  for await (const run of runs(events)) if (run.id === id && run.state === state) return;
  throw new Error(`The events ended before run "${id}" was ${state}`);
}
