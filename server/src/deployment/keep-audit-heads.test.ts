import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { defineRecurringJob } from "@mojob/core";
import type { AuditHeads } from "@mojob/core/engine";
import { createFakeClock } from "@mojob/core/testing";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, it, vi } from "vitest";
import { keepAuditHeads } from "./keep-audit-heads.ts";

const AN_HOUR_MS = 3_600_000;
const jobs = [defineRecurringJob({ key: "close", cron: "0 0 1 * * *", execute: () => null })];

const headsIn = (line: string | undefined): AuditHeads =>
  (JSON.parse(line ?? "null") as { auditHeads: AuditHeads }).auditHeads;

it("prints where the audit ends at the start, each hour, and at the end", async () => {
  const { deployment, scheduler, close } = await startEmbedded({ features: FEATURES, app: "shop", jobs });
  const clock = createFakeClock();
  const lines: string[] = [];
  const keeping = keepAuditHeads(deployment, {
    to: "stdout",
    clock,
    onError: (error) => expect.unreachable(String(error)),
    print: (line) => lines.push(line),
  });
  await vi.waitUntil(() => lines.length === 1 && clock.pending === 1);
  expect(headsIn(lines[0])).toMatchObject({ tenant: "default", heads: [] });
  await scheduler.jobs.pause("close");
  await clock.advance(AN_HOUR_MS);
  await vi.waitUntil(() => lines.length === 2 && clock.pending === 1);
  expect(headsIn(lines[1]).heads).toMatchObject([{ n: 1 }]);
  await scheduler.jobs.resume("close");
  await keeping.close();
  expect(lines).toHaveLength(3);
  expect(headsIn(lines[2]).heads).toMatchObject([{ n: 2 }]);
  expect(lines.every((line) => !line.includes("\n"))).toBe(true);
  expect(clock.pending).toBe(0);
  await close();
});

it("posts them, follows no redirect, and says once that it cannot", async () => {
  const posted: string[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (part: Buffer) => (text += part.toString()));
    request.on("end", () => {
      if (request.method === "POST") posted.push(text);
      response.writeHead(status, status === 302 ? { Location: "/elsewhere" } : {}).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { deployment, close } = await startEmbedded({ features: FEATURES, app: "shop", jobs });
  const clock = createFakeClock();
  const errors: unknown[] = [];
  const keeping = keepAuditHeads(deployment, {
    to: `http://127.0.0.1:${port}/heads?key=hidden`,
    clock,
    onError: (error) => errors.push(error),
  });
  await vi.waitUntil(() => posted.length === 1 && clock.pending === 1);
  expect(headsIn(posted[0])).toMatchObject({ tenant: "default" });
  expect(errors).toEqual([]);
  status = 302;
  for (const count of [2, 3]) {
    await clock.advance(AN_HOUR_MS);
    await vi.waitUntil(() => posted.length === count && clock.pending === 1);
  }
  expect(errors).toHaveLength(1);
  expect(String(errors[0])).toMatch(/Cannot write the ends of the audit to "127\.0\.0\.1:\d+"/);
  expect(String(errors[0])).not.toContain("hidden");
  await keeping.close();
  await close();
  await new Promise((resolve) => server.close(resolve));
});
