import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { defineTriggeredJob, type JobContext, type JobRegistration, type MoJobScheduler } from "@mojob/core";
import { parseKeyRing } from "@mojob/core/engine";
import type { IMoWorkRunner } from "@mojob/core/ports";
import { createFakeClock, type FakeClock } from "@mojob/core/testing";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, onTestFinished, test } from "vitest";
import { noticeRunner } from "./notice-runner.ts";

const SECRET = "SEC-of-the-robot";
const SECONDS = 120;

interface Received {
  readonly isSigned: boolean;
  readonly text: string;
}

/** A group of DingTalk: its robot takes nothing the first time, as where it gets too much. */
async function openGroup(): Promise<{ url: string; received: readonly Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Uint8Array) => (body += new TextDecoder().decode(chunk)));
    request.on("end", () => {
      const { searchParams } = new URL(request.url ?? "", "http://localhost");
      const timestamp = searchParams.get("timestamp") ?? "";
      const sign = createHmac("sha256", SECRET).update(`${timestamp}\n${SECRET}`).digest("base64");
      const { markdown } = JSON.parse(body) as { readonly markdown: { readonly text: string } };
      received.push({ isSigned: searchParams.get("sign") === sign, text: markdown.text });
      const isFirst = received.length === 1;
      response.end(
        JSON.stringify(
          isFirst ? { errcode: 130_101, errmsg: "send too fast" } : { errcode: 0, errmsg: "ok" },
        ),
      );
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/robot/send?access_token={{secrets.DINGTALK_TOKEN}}`, received };
}

/** A scheduler by a clock that waits for what is being sent. */
async function openPlace(
  jobs: readonly JobRegistration[],
): Promise<{ scheduler: MoJobScheduler; clock: FakeClock }> {
  let sending = 0;
  const clock = createFakeClock("2043-03-02T10:00:00.500Z", { isBusy: () => sending > 0 });
  const runner = noticeRunner({ allow: ["127.0.0.1"], clock });
  const counted: IMoWorkRunner<JobContext> = {
    kind: runner.kind,
    handlers: [],
    names: runner.names ?? [],
    canRun: (definition) => runner.canRun(definition),
    async run(attempt) {
      sending += 1;
      return runner.run(attempt).finally(() => (sending -= 1));
    },
  };
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "ops",
    jobs,
    runners: [counted],
    inMemory: true,
    clock,
    publicUrl: () => "https://jobs.example.com",
    keys: parseKeyRing(`k1 ${btoa("k".repeat(32))}`),
    hooks: { onRunEnd: () => {} },
  });
  onTestFinished(close);
  return { scheduler, clock };
}

test("a job that fails is reported to a group by a route and a job without code, and so is its end", async () => {
  const group = await openGroup();
  const close = defineTriggeredJob({
    key: "ledger.close",
    execute: (args) => {
      if (args !== "good") throw new Error("Disk full [look](https://evil.example)");
    },
  });
  const { scheduler, clock } = await openPlace([close]);
  const until = async (count: number): Promise<void> => {
    for (let second = 0; second < SECONDS && group.received.length < count; second += 1)
      await clock.advance(1000);
    expect(group.received).toHaveLength(count);
  };

  await scheduler.secrets.create("ops", "DINGTALK", SECRET);
  await scheduler.secrets.create("ops", "DINGTALK_TOKEN", "0123456789abcdef");
  await scheduler.jobs.create({
    key: "alarms.dingtalk",
    app: "ops",
    kind: "triggered",
    work: { kind: "notice", service: "dingtalk", url: group.url, secret: "{{secrets.DINGTALK}}" },
    options: {
      whenFull: "queue",
      retryCount: 8,
      retryIntervalMs: 5000,
      rateLimit: { max: 20, perMs: 60_000 },
    },
  } as never);
  await scheduler.alarms.replaceRoutes([{ id: "team", job: "alarms.dingtalk" }], 0);

  await scheduler.trigger("ledger.close", "bad");
  await until(2);
  const [refused, opened] = group.received;
  expect(opened).toEqual(refused);
  expect(opened).toMatchObject({
    isSigned: true,
    text: expect.stringMatching(/^#### Warning: ledger\.close: A run failed: Disk full ［look］/),
  });
  const link = "https://jobs.example.com/incidents/run_failed%3Aledger.close%3A1";
  expect(opened?.text.endsWith(`[MoJobScheduler](${link})`)).toBe(true);

  await scheduler.trigger("ledger.close", "good");
  await until(3);
  expect(group.received[2]?.text).toMatch(/^#### Resolved: ledger\.close: /);
  await clock.advance(60_000);
  const { items } = await scheduler.instances.list({ jobKey: "alarms.dingtalk" }, { limit: 10 });
  expect(items.map(({ state, attempt }) => [state, attempt])).toEqual([
    ["Succeeded", 1],
    ["Succeeded", 2],
  ]);
  expect(group.received).toHaveLength(3);
});

test("a service that always says when to come again is waited with for a while, and then has failed", async () => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume().on("end", () => response.writeHead(429, { "retry-after": "60" }).end());
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { scheduler, clock } = await openPlace([]);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const work = { kind: "notice", service: "slack", url };
  await scheduler.jobs.create({ key: "alarms.slack", app: "ops", kind: "triggered", work } as never);
  const run = await scheduler.trigger("alarms.slack");
  await clock.advance(1000);
  expect(await scheduler.instances.get(run.id)).toMatchObject({
    state: "Scheduled",
    scheduledFor: new Date("2043-03-02T10:01:00.500Z"),
  });
  await clock.advance(25 * 60_000);
  expect(await scheduler.instances.get(run.id)).toMatchObject({
    state: "Terminated",
    error: { code: "http_status", parameters: { status: 429 } },
  });
  expect(asked).toBe(21);
});
