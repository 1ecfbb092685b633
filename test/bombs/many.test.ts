import { defineTriggeredJob } from "@mojob/core";
import { createManagementApp, type ManagementApp } from "@mojob/http";
import { type EmbeddedScheduler, startEmbedded } from "@mojob/runtime-local";
import { scriptRunner } from "@mojob/script-runner";
import { afterAll, beforeAll, expect, it } from "vitest";
import { watchLivez } from "./longest-turn.ts";
import { type Body, longInputs, longMatches, longTexts, manyPatterns, mostPatterns, parts } from "./many-bodies.ts";

/** What no caller keeps timers and sockets waiting longer than. */
const LONGEST_SILENCE_MS = 50;
const ADMIN = "feedfacefeedface00112233";
const LONG = "a".repeat(900_000);

let app: ManagementApp;
let embedded: EmbeddedScheduler;

beforeAll(async () => {
  embedded = await startEmbedded({
    app: "ops",
    inMemory: true,
    jobs: [defineTriggeredJob({ key: "ops.child", execute: () => null })],
    runners: [scriptRunner({ languages: ["shell"], sandbox: "unsandboxed" })],
    onWarning: () => {},
    shutdownGraceMs: 0,
  });
  app = createManagementApp(embedded.scheduler, { token: ADMIN, registration: true });
});

afterAll(async () => {
  await app.close();
  await embedded.close();
});

/** @param body as text where writing it would count as a part of what is measured */
async function send(method: string, path: string, body?: unknown): Promise<Response> {
  return app.request(`http://127.0.0.1/api/v1${path}`, {
    method,
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${ADMIN}`, "If-Match": "*" },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

const livez = async (): Promise<Response> => app.request("http://127.0.0.1/livez");

/** Does it once before, so that compiling counts less. */
async function silenceOf<Result>(work: () => Promise<Result>): Promise<Result> {
  await work();
  const { result, longestTurnMs } = await watchLivez(livez, work);
  if (process.env["SHOW_SILENCE"] !== undefined) console.info(expect.getState().currentTestName, longestTurnMs);
  expect(longestTurnMs).toBeLessThan(LONGEST_SILENCE_MS);
  return result;
}

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

it.each(BODIES)("%s, to validate ten times at once", async (_, bodyOf, codes) => {
  const text = JSON.stringify({ body: bodyOf() });
  const validated = await silenceOf(() =>
    Promise.all(Array.from({ length: 10 }, async () => {
      const sent = await send("POST", "/tasks/validate", text);
      return read<{ issues: { code: string }[] }>(sent);
    })),
  );
  for (const { status, json } of validated)
    expect([status, json.issues.flatMap(({ code }) => (code === "bad_expression" ? [] : [code]))]).toEqual([200, codes]);
}, 60_000);

it.each(BODIES)("%s, to save and to try", async (_, bodyOf, codes) => {
  const made = ["a", "b"].map((name) => JSON.stringify({ key: `${nextKey()}.${name}`, ...task(bodyOf()) }));
  const tried = JSON.stringify({ app: "ops", work: task(bodyOf()).work });
  const saved = await silenceOf(async () => {
    const sent = [await send("POST", "/jobs", made.pop()), await send("POST", "/jobs/try", tried)];
    return sent.map(({ status }) => status);
  });
  expect(saved).toEqual(codes.length > 0 ? [400, 400] : [201, 202]);
}, 60_000);

it.each([
  ["thirty conditions that count the characters of a long argument", longInputs],
  ["twenty conditions of twenty patterns in a long argument", longMatches],
])("%s, in five runs at once", async (_, bodyOf) => {
  const key = nextKey();
  expect((await send("POST", "/jobs", { key, ...task(bodyOf()) })).status).toBe(201);
  const given = JSON.stringify({ args: { s: LONG, m: "a".repeat(5000) } });
  const runs = await silenceOf(() =>
    Promise.all(Array.from({ length: 5 }, async () => {
      const sent = await send("POST", `/jobs/${key}/instances`, given);
      const text = await sent.text();
      if (sent.status !== 202) throw new Error(text);
      return ended((JSON.parse(text) as { instance: { id: string } }).instance.id);
    })),
  );
  for (const state of runs) expect(state).toBe("Succeeded");
}, 120_000);

it("a hundred ends of a parent, with ten children of long conditions each", async () => {
  const key = nextKey();
  const children = Array.from({ length: 10 }, (_, index) => ({
    job: "ops.child",
    when: parts(20, " || ", (part) => `{$.SELF.PARAMS.m}:REGEX:'(a+)+${index}x${part}' == 'y'`),
  }));
  const made = await send("POST", "/jobs", {
    key,
    app: "ops",
    kind: "triggered",
    work: { kind: "script", language: "shell", source: "true" },
    options: { children: children.slice(0, 1) },
  });
  expect([made.status, await made.text()]).toEqual([201, expect.any(String)]);
}, 120_000);

async function ended(id: string): Promise<string> {
  for (;;) {
    const sent = await send("GET", `/instances/${id}?waitMs=1000`);
    const { state } = (await sent.json()) as { state: string };
    if (sent.status !== 200) throw new Error(`Run ${id} cannot be read: ${sent.status}`);
    if (["Succeeded", "Terminated", "Skipped"].includes(state)) return state;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
