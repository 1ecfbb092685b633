import { expect, test } from "vitest";
import { OTHER_JOBS, RunMetrics } from "./run-metrics.ts";

const MAIL = { app: "mail", jobKey: "mail.send" };

test("each job has its own numbers, in seconds, and an app sees its own", () => {
  const metrics = new RunMetrics();
  metrics.fired({ app: "ledger", jobKey: "close" }, 40);
  metrics.began(MAIL, 250);
  metrics.began(MAIL, -3);
  metrics.ended(MAIL, "succeeded", 2000);
  metrics.ended(MAIL, "failed", 20_000_000);
  metrics.retried(MAIL);
  const [mail, ...others] = metrics.read("mail");
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ ...MAIL, retries: 1, wait: { count: 2, sum: 0.25 } });
  expect(mail?.lateness.count).toBe(0);
  expect([...(mail?.durations.keys() ?? [])]).toEqual(["succeeded", "failed"]);
  expect(mail?.durations.get("failed")?.counts.at(-1)).toBe(1);
  expect(metrics.read().map(({ jobKey }) => jobKey)).toEqual(["close", "mail.send"]);
  expect(metrics.read("ledger")[0]?.lateness.sum).toBe(0.04);
});

test("jobs beyond the two hundredth share one series, so that their number does not grow with their keys", () => {
  const metrics = new RunMetrics();
  for (let job = 0; job < 500; job += 1) metrics.began({ app: "mail", jobKey: `job-${job}` }, 1);
  const all = metrics.read();
  expect(all).toHaveLength(201);
  expect(all.at(-1)).toMatchObject({ app: OTHER_JOBS, jobKey: OTHER_JOBS, wait: { count: 300 } });
});

test("a node has one series, whatever versions its task has", () => {
  const metrics = new RunMetrics();
  for (let version = 1; version < 4; version += 1)
    metrics.began({ app: "shop", jobKey: `nightly#load@${version}` }, 1);
  expect(metrics.read()).toMatchObject([{ jobKey: "nightly#load", wait: { count: 3 } }]);
});
