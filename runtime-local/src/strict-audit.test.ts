import type { MoJobScheduler } from "@mojob/core";
import type { Act } from "@mojob/core/ports";
import { afterEach, describe, expect, it } from "vitest";
import {
  type ChangingCalls,
  type ChangingCallsOptions,
  CHANGING_CALLS,
  FROM,
  openChangingCalls,
} from "../fixtures/changing-calls.ts";

const PAGE = { limit: 200 };

let opened: ChangingCalls | null = null;
afterEach(async () => {
  await opened?.close();
  opened = null;
});

async function open(options?: ChangingCallsOptions): Promise<MoJobScheduler> {
  opened = await openChangingCalls(options);
  return opened.scheduler;
}

/** What can be seen of what can be changed. */
async function everything(s: MoJobScheduler): Promise<unknown> {
  const page = { limit: 100 };
  const { items: jobs } = await s.jobs.list({}, page);
  const { items: runs } = await s.instances.list({}, page);
  const seen = {
    jobs: await Promise.all(jobs.map(({ definition: { key } }) => s.jobs.get(key))),
    runs: runs.map(({ id, state, priority, attempt }) => ({ id, state, priority, attempt })),
    secrets: await s.secrets.list("ops"),
    scripts: jobs.some(({ definition: { key } }) => key === "ops.script")
      ? await s.scripts.versions("ops.script", page)
      : null,
    incidents: await s.incidents.list({}, page),
    alarms: [
      await s.alarms.rules(),
      await s.alarms.routes(),
      (await s.alarms.heartbeats()).heartbeats.map(({ heartbeat }) => heartbeat),
      await s.alarms.silences(),
    ],
    workers: (await s.workers()).map(({ id, drain }) => ({ id, drain: drain ?? null })),
    executors: [await s.expectedExecutors("ops"), await s.executorKeys("ops")],
    operations: await s.operations.list(),
    tenant: await s.settings.get(),
  };
  return JSON.parse(JSON.stringify(seen));
}

describe("a strict audit", () => {
  it.each(Object.entries(CHANGING_CALLS))(
    "keeps %s from changing anything while its entry cannot be written",
    async (method, [, call]) => {
      let isBroken = false;
      const scheduler = await open({
        audit: "strict",
        append:
          (real) =>
          async (...given) => {
            if (isBroken) throw new Error("Disk full");
            await real(...given);
          },
      });
      let before: unknown = null;
      // What comes before the call itself is done.
      const breaking = withCallAround(scheduler, method, async () => {
        before = await everything(scheduler);
        isBroken = true;
      });
      await expect(call(breaking)).rejects.toMatchObject({ code: "audit_unavailable" });
      isBroken = false;
      expect(before).not.toBeNull();
      expect(await everything(scheduler)).toEqual(before);
      const { items } = await scheduler.audit.list({ kind: "call" }, PAGE);
      expect(items).toEqual([]);
    },
    30_000,
  );

  it.each(Object.entries(CHANGING_CALLS))(
    "has the intent of %s, and then its outcome",
    async (method, [kind, call]) => {
      const appended: Act[] = [];
      const scheduler = await open({
        audit: "strict",
        append: (real) => async (acts, links) => {
          appended.push(...acts);
          await real(acts, links);
        },
      });
      await call(scheduler);
      const name = method === "trigger" ? "instances.trigger" : method;
      const own = appended.filter((act) => act.kind === "call" && act.subject?.id === name);
      expect(own.at(-2)).toMatchObject({ outcome: "unknown", by: { id: "user:li" }, from: FROM });
      expect(own.at(-1)).toMatchObject({ outcome: "done", by: { id: "user:li" }, from: FROM });
      const { items } = await scheduler.audit.list({}, PAGE);
      expect(items.some((act) => act.kind === kind)).toBe(true);
      expect(items.filter((act) => act.kind === "call")).toEqual([]);
      expect(await scheduler.audit.verify()).toMatchObject({ ok: true, unknownOutcomes: 0 });
    },
    30_000,
  );

  it("shows a call that failed with why, and writes nothing of runs that programs start", async () => {
    const scheduler = await open({ audit: "strict" });
    await scheduler.instances.trigger("ops.echo", {});
    await scheduler.instances.triggerMany("ops.echo", [{}, {}]);
    expect((await scheduler.audit.verify()).entries).toBe(0);
    await expect(scheduler.jobs.pause("ops.none")).rejects.toMatchObject({ code: "job_not_found" });
    const { items } = await scheduler.audit.list({}, PAGE);
    expect(items).toMatchObject([
      {
        kind: "call",
        outcome: "failed",
        code: "job_not_found",
        subject: { type: "operation", id: "jobs.pause" },
      },
    ]);
  });

  it("fills pages with what is shown", async () => {
    const scheduler = await open({ audit: "strict" });
    for (let times = 0; times < 5; times += 1) {
      await scheduler.jobs.pause("ops.tick");
      await scheduler.jobs.resume("ops.tick");
    }
    const kinds: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<MoJobScheduler["audit"]["list"]>> = await scheduler.audit.list(
        {},
        { limit: 3, ...(cursor !== null && { cursor }) },
      );
      expect(page.items.length === 3 || page.nextCursor === null).toBe(true);
      kinds.push(...page.items.map(({ kind }) => kind));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(kinds).toEqual(Array.from({ length: 5 }, () => ["resume", "pause"]).flat());
  });
});

/** The scheduler, with something done right before one of its methods is called. */
function withCallAround(
  scheduler: MoJobScheduler,
  method: string,
  before: () => Promise<void>,
): MoJobScheduler {
  const around = <Target extends object>(target: Target, name: string): Target => {
    const call = Reflect.get(target, name) as (...given: readonly unknown[]) => unknown;
    return replaced(target, name, async (...given: readonly unknown[]) => {
      await before();
      return call(...given);
    });
  };
  const [service = "", name] = method.split(".");
  if (name === undefined) return around(scheduler, service);
  return replaced(scheduler, service, around(Reflect.get(scheduler, service) as object, name));
}

function replaced<Target extends object>(target: Target, name: string, value: unknown): Target {
  return Object.create(target, { [name]: { value, enumerable: true } }) as Target;
}
