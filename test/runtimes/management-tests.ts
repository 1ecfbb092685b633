import type { JobInstanceSummary, JobState } from "@mojob/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serverEvents } from "./event-stream.ts";
import { spawnServer, type RuntimeUnderTest, type SpawnedServer } from "./spawned-server.ts";

const FIXTURE = "management-server.ts";
const TOKEN = "3f9c1b7a5e2d40863f9c1b7a5e2d4086";

type Run = Pick<JobInstanceSummary, "id" | "jobKey"> & { readonly state: JobState };

interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An embedded deployment as its clients meet it, proved on the real runtime. */
export function managementTests(runtime: RuntimeUnderTest): void {
  describe(`an embedded scheduler on ${runtime.name}`, () => {
    let server: SpawnedServer;
    beforeAll(async () => {
      server = await spawnServer(runtime, FIXTURE, { MOJOB_TOKEN: TOKEN });
    });
    afterAll(() => server?.[Symbol.asyncDispose]());

    it("answers nobody without the token", async () => {
      expect((await fetch(`${server.url}/api/v1/jobs`)).status).toBe(401);
      expect((await call(server, "/jobs", { headers: { authorization: `Bearer ${TOKEN}x` } })).status).toBe(
        401,
      );
      expect((await call(server, "/jobs")).status).toBe(200);
    });

    it("says that it lives and is ready, to anybody", async () => {
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

    it("runs a job that is asked for and keeps its result and log", async () => {
      const events = await watch(server);
      const run = await trigger(server, "greet", { args: { name: "Ada" } });
      await reached(events, run.id, "Succeeded");
      const { result, attempt } = (await (await call(server, `/instances/${run.id}`)).json()) as Record<
        string,
        unknown
      >;
      expect({ result, attempt }).toEqual({ result: { greeting: "Hello Ada" }, attempt: 1 });
      const log = await (await call(server, `/instances/${run.id}/logs`)).json();
      expect(log).toMatchObject({ items: [{ seq: 1, level: "info", message: "Greeting" }] });
    });

    it("fires a cron of every second, once a second", async () => {
      const seen = new Set<string>();
      for await (const run of runs(await watch(server))) {
        if (run.jobKey === "tick") seen.add(run.id);
        if (seen.size === 3) break;
      }
      const times = [...seen].map((id) => Date.parse(id.replace("tick@", ""))).sort((a, b) => a - b);
      expect(times.map((time) => time - (times[0] ?? 0))).toEqual([0, 1000, 2000]);
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
      await server.line("wait began");
      expect((await call(server, `/instances/${run.id}/cancel`, { method: "POST", body: {} })).status).toBe(
        202,
      );
      await reached(events, run.id, "Cancelled");
    });

    it("shows the worker with the runtime it is on", async () => {
      const { items } = (await (await call(server, "/workers")).json()) as { items: readonly object[] };
      expect(items).toMatchObject([{ runtime: runtime.name, app: "default" }]);
    });

    it("lets a run end at SIGTERM, ends the streams and exits with 0", async () => {
      await using own = await spawnServer(runtime, FIXTURE, { MOJOB_TOKEN: TOKEN });
      const events = await watch(own);
      await trigger(own, "close-books");
      await own.line("close-books began");
      own.signal("SIGTERM");
      await own.line("close-books ended");
      for await (const _ of serverEvents(events));
      expect(await own.exit).toEqual({ code: 0, signal: null });
      expect(own.output()).toMatch(/closed$/);
    });

    it("refuses to listen to the network without a token", async () => {
      await expect(spawnServer(runtime, FIXTURE, { MOJOB_HOST: "0.0.0.0" })).rejects.toThrow("MOJOB_TOKEN");
    });
  });
}

function call(server: SpawnedServer, path: string, { method, headers, body }: Call = {}): Promise<Response> {
  return fetch(`${server.url}/api/v1${path}`, {
    method: method ?? "GET",
    headers: {
      authorization: `Bearer ${TOKEN}`,
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
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
