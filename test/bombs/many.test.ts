import { defineTriggeredJob } from "@mojob/core";
import { executorGateway } from "@mojob/executor-gateway";
import { createManagementApp, type ManagementApp } from "@mojob/http";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { scriptRunner } from "@mojob/script-runner";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  type Body,
  conditions,
  longInputs,
  longMatches,
  longTexts,
  manyPatterns,
  mostPatterns,
  parts,
} from "./many-bodies.ts";
import { shortSilence } from "./short-silence.ts";

const ADMIN = "feedfacefeedface00112233";
const WAITED = { timeout: 60_000, interval: 20 };
const SHOP = "c0ffee00c0ffee11c0ffee22";
const LONG = "a".repeat(900_000);

let app: ManagementApp;
let embedded: Awaited<ReturnType<typeof startEmbedded>>;

beforeAll(async () => {
  embedded = await startEmbedded({
    features: FEATURES,
    app: "ops",
    inMemory: true,
    jobs: [defineTriggeredJob({ key: "ops.child", execute: () => null })],
    runners: [scriptRunner({ languages: ["shell"], sandbox: "unsandboxed" })],
    onWarning: () => {},
    shutdownGraceMs: 0,
  });
  app = createManagementApp(embedded.scheduler, {
    token: ADMIN,
    registration: true,
    extensions: [executorGateway(embedded.executorHost(), { tokens: { shop: [SHOP] } })],
  });
});

afterAll(async () => {
  await app.close();
  await embedded.close();
});

/** @param body as text where writing it would count as a part of what is measured */
async function send(method: string, path: string, body?: unknown, token = ADMIN): Promise<Response> {
  return app.request(`http://127.0.0.1/api/v1${path}`, {
    method,
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}`, "If-Match": "*" },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

const livez = async (): Promise<Response> => app.request("http://127.0.0.1/livez");

const silenceOf = <Result>(work: () => Promise<Result>): Promise<Result> => shortSilence(livez, work);

async function read<Read>(response: Response): Promise<{ readonly status: number; readonly json: Read }> {
  return { status: response.status, json: (await response.json()) as Read };
}

let keys = 0;
const nextKey = (): string => `ops.task-${(keys += 1)}`;
const task = (body: Body) => ({ app: "ops", kind: "triggered", work: { kind: "task", body } });

const BODIES = [
  ["a thousand conditions of five large patterns", manyPatterns, ["patterns_too_large"]],
  ["as many instructions of patterns as there may be", mostPatterns, []],
  ["a megabyte of expressions", longTexts, []],
] as const;

it.each(BODIES)(
  "%s, to validate ten times at once",
  async (_, bodyOf, codes) => {
    const text = JSON.stringify({ body: bodyOf() });
    const validated = await silenceOf(() =>
      Promise.all(
        Array.from({ length: 10 }, async () => {
          const sent = await send("POST", "/tasks/validate", text);
          return read<{ issues: { code: string }[] }>(sent);
        }),
      ),
    );
    for (const { status, json } of validated)
      expect([status, json.issues.flatMap(({ code }) => (code === "bad_expression" ? [] : [code]))]).toEqual([
        200,
        codes,
      ]);
  },
  60_000,
);

it.each(BODIES)(
  "%s, to save and to try",
  async (_, bodyOf, codes) => {
    const made = ["a", "b", "c", "d"].map((name) =>
      JSON.stringify({ key: `${nextKey()}.${name}`, ...task(bodyOf()) }),
    );
    const tried = JSON.stringify({ app: "ops", work: task(bodyOf()).work });
    const saved = await silenceOf(async () => {
      const sent = [await send("POST", "/jobs", made.pop()), await send("POST", "/jobs/try", tried)];
      return sent.map(({ status }) => status);
    });
    expect(saved).toEqual(codes.length > 0 ? [400, 400] : [201, 202]);
  },
  60_000,
);

it.each([
  ["thirty conditions that count the characters of a long argument", longInputs],
  ["twenty conditions of twenty patterns in a long argument", longMatches],
])(
  "%s, in five runs at once",
  async (_, bodyOf) => {
    const key = nextKey();
    const options = { maxConcurrency: 20 };
    expect((await send("POST", "/jobs", { key, options, ...task(bodyOf()) })).status).toBe(201);
    const given = JSON.stringify({ args: { s: LONG, m: "a".repeat(5000) } });
    const states = await silenceOf(() => Promise.all(Array.from({ length: 5 }, () => runs(key, given))));
    for (const state of states) expect(state).toBe("Succeeded");
  },
  120_000,
);

it("fifteen ends of a parent at once, with ten children of long conditions each", async () => {
  const key = nextKey();
  const children = await Promise.all(
    Array.from({ length: 10 }, async (_, index) => {
      const job = `${key}-child-${index}`;
      const options = { maxConcurrency: 1000 };
      await send("POST", "/jobs", { key: job, options, ...task(conditions(1, () => "true")) });
      const isNone = (part: number): string =>
        `{$.SELF.PARAMS.m}:REGEX:'([a-z]+)+[${index}${part}]$' == null`;
      return { job, when: parts(10, " && ", isNone) };
    }),
  );
  const options = { children, maxConcurrency: 100 };
  const made = await send("POST", "/jobs", { key, options, ...task(conditions(1, () => "true")) });
  expect([made.status, made.status === 201 ? "" : await made.text()]).toEqual([201, ""]);
  const given = JSON.stringify({ args: { m: "a".repeat(5000) } });
  let ends = 0;
  await silenceOf(async () => {
    await Promise.all(Array.from({ length: 15 }, () => runs(key, given)));
    ends += 15;
    for (const { job } of children) await started(job, ends);
  });
}, 120_000);

it("ten thousand runs that wait for a worker, with sixty executors that register, and the end of the queue", async () => {
  const job = { key: "shop.slow", kind: "triggered", options: { maxConcurrency: 10, whenFull: "queue" } };
  const registered = { app: "shop", definitions: [job] };
  expect((await send("POST", "/registrations", registered)).status).toBe(200);
  const items = JSON.stringify({ items: Array.from({ length: 1000 }, () => ({})) });
  const wait = async (): Promise<void> => {
    for (let page = 0; page < 10; page += 1) {
      const sent = await send("POST", "/jobs/shop.slow/instances/batch", items);
      expect([sent.status, sent.status === 202 ? "" : await sent.text()]).toEqual([202, ""]);
    }
  };
  const register = JSON.stringify({ app: "shop", jobs: [], handlers: ["shop.slow"] });
  await silenceOf(wait);
  await silenceOf(async () => {
    for (let round = 0; round < 3; round += 1) {
      const twenty = Array.from({ length: 20 }, () => send("POST", "/executor/register", register, SHOP));
      for (const { status } of await Promise.all(twenty)) expect(status).toBe(201);
    }
    // The look for their runs goes on after them.
    for (let asked = 0; asked < 100; asked += 1) await send("GET", "/queue?jobKey=shop.slow");
  });
  const counts: number[] = [];
  await silenceOf(async () => {
    const cleared = await send("POST", "/queue/clear", { jobKey: "shop.slow" });
    counts.push(((await cleared.json()) as { done: number }).done);
    await wait();
  });
  expect(counts[0]).toBeGreaterThan(9000);
}, 120_000);

it("thousands of jobs whose schemas have large patterns, to register, and to count", async () => {
  const pattern = (index: number): string => `^(?:[a-z]{0,900}${index}){0,1}$`;
  const registration = (from: number): string =>
    JSON.stringify({
      app: "shop",
      definitions: Array.from({ length: 1000 }, (_, index) => ({
        key: `shop.many-${from + index}`,
        kind: "triggered",
        argsSchema: { type: "string", pattern: pattern(from + index) },
      })),
    });
  const texts = [1000, 2000, 3000, 4000, 5000, 6000].map(registration);
  await silenceOf(async () => {
    const { status } = await send("POST", "/registrations", texts.pop());
    expect(status).toBe(200);
  });
  await silenceOf(async () => {
    for (let times = 0; times < 5; times += 1) expect((await send("GET", "/tenant")).status).toBe(200);
  });
}, 120_000);

it("arguments against patterns that take long, in twenty triggers", async () => {
  const argsSchema = { type: "array", items: { pattern: String.raw`^([a-z]+\s?)+[0-9]$` } };
  const key = nextKey();
  const job = { key, argsSchema, ...task(conditions(1, () => "true")) };
  const made = await send("POST", "/jobs", job);
  expect([made.status, made.status === 201 ? "" : await made.text()]).toEqual([201, ""]);
  const given = JSON.stringify({ args: Array.from({ length: 100 }, () => "a".repeat(8000)) });
  await silenceOf(async () => {
    for (let times = 0; times < 20; times += 1)
      expect((await send("POST", `/jobs/${key}/instances`, given)).status).toBe(400);
  });
}, 120_000);

it("the rarest dates there are, in twenty previews at once", async () => {
  const given = JSON.stringify({ cron: "0 0 0 29 2 1#5", count: 100, timeZone: "Pacific/Apia" });
  await silenceOf(async () => {
    const sent = await Promise.all(Array.from({ length: 20 }, () => send("POST", "/cron/preview", given)));
    for (const { status } of sent) expect(status).toBe(200);
  });
}, 120_000);

it("two scripts of many short lines, to compare", async () => {
  const key = nextKey();
  const script = (of: (line: number) => string): string =>
    Array.from({ length: 60_000 }, (_, line) => of(line)).join("\n");
  const work = (source: string) => ({ kind: "script", language: "shell", source });
  const job = { key, app: "ops", kind: "triggered", work: work(script((line) => `${line % 7}`)) };
  expect((await send("POST", "/jobs", job)).status).toBe(201);
  const edited = { work: work(script((line) => (line % 200 === 0 ? "b" : `${line % 7}`))) };
  expect((await send("PATCH", `/jobs/${key}`, edited)).status).toBe(200);
  await silenceOf(async () => {
    const compared = await read<{ hunks: unknown[] }>(
      await send("GET", `/jobs/${key}/script/diff?from=1&to=2`),
    );
    expect([compared.status, compared.json.hunks.length]).toEqual([200, 300]);
  });
}, 120_000);

it("three hundred rules for the alarms of a thousand failed runs", async () => {
  const key = nextKey();
  const job = { key, options: { maxConcurrency: 1000 }, ...task(conditions(1, () => "1 == 'x'")) };
  expect((await send("POST", "/jobs", job)).status).toBe(201);
  const items = JSON.stringify({ items: Array.from({ length: 1000 }, () => ({})) });
  expect((await send("POST", `/jobs/${key}/instances/batch`, items)).status).toBe(202);
  await started(key, 200);
  const rules = Array.from({ length: 300 }, (_, index) => ({
    id: `rule-${index}`,
    condition: "failures_in_row",
    parameters: { count: 2 + (index % 10) },
  }));
  const given = JSON.stringify({ rules });
  await silenceOf(async () => {
    const previewed = await send("POST", "/alarm-rules/preview", given);
    expect([previewed.status, previewed.status === 200 ? "" : await previewed.text()]).toEqual([200, ""]);
  });
}, 120_000);

it("two hundred routes for the incidents of three hundred jobs", async () => {
  const jobs = Array.from({ length: 300 }, (_, index) => `ops.fails-${index}`);
  const failing = task(conditions(1, () => "1 == 'x'"));
  for (const key of jobs) {
    const job = { key, options: { tags: [`team-${key.length}`] }, ...failing };
    expect((await send("POST", "/jobs", job)).status).toBe(201);
    expect((await send("POST", `/jobs/${key}/instances`, {})).status).toBe(202);
  }
  await vi.waitFor(async () => {
    const { items } = (await (await send("GET", "/incidents?limit=200")).json()) as { items: unknown[] };
    expect(items).toHaveLength(200);
  }, WAITED);
  const routes = Array.from({ length: 200 }, (_, index) => ({
    id: `route-${index}`,
    job: "ops.child",
    tags: Array.from({ length: 20 }, (__, tag) => `team-${index + tag}`),
  }));
  const given = JSON.stringify({ routes });
  await silenceOf(async () => {
    const previewed = await Promise.all(
      Array.from({ length: 3 }, () => send("POST", "/alarm-routes/preview", given)),
    );
    for (const response of previewed)
      expect([response.status, response.status === 200 ? "" : await response.text()]).toEqual([200, ""]);
  });
}, 120_000);

it("runs of long arguments, forty of them read at once", async () => {
  const key = nextKey();
  const job = { key, options: { maxConcurrency: 40 }, ...task(conditions(1, () => "true")) };
  expect((await send("POST", "/jobs", job)).status).toBe(201);
  const given = JSON.stringify({ args: { text: LONG } });
  const ids: string[] = [];
  for (let run = 0; run < 40; run += 1) {
    const sent = await send("POST", `/jobs/${key}/instances`, given);
    ids.push(((await sent.json()) as { instance: { id: string } }).instance.id);
  }
  await silenceOf(async () => {
    const all = await Promise.all(ids.map((id) => send("GET", `/instances/${id}`)));
    for (const response of all) {
      expect(response.status).toBe(200);
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(LONG.length);
    }
  });
}, 120_000);

/** Resolves once a job has so many runs. */
function started(job: string, count: number): Promise<void> {
  return vi.waitFor(async () => {
    const sent = await send("GET", `/instances?jobKey=${encodeURIComponent(job)}&limit=200`);
    const { items } = (await sent.json()) as { items: readonly unknown[] };
    expect(items.length).toBeGreaterThanOrEqual(count);
  }, WAITED);
}

/** Triggers a job; resolves to the state in which its run ended. */
async function runs(key: string, given: string): Promise<string> {
  const sent = await send("POST", `/jobs/${key}/instances`, given);
  const text = await sent.text();
  if (sent.status !== 202) throw new Error(text);
  const { id } = (JSON.parse(text) as { instance: { id: string } }).instance;
  return vi.waitFor(async () => {
    const { state } = (await (await send("GET", `/instances/${id}?waitMs=10000`)).json()) as {
      state: string;
    };
    expect(["Succeeded", "Terminated", "Skipped"]).toContain(state);
    return state;
  }, WAITED);
}
