import { createEngine, createScheduler } from "@mojob/core/engine";
import type { JobDefinition, MoJobScheduler } from "@mojob/core";
import { FiguresSum } from "@mojob/core/ports";
import { aDefinition, anInstance } from "@mojob/test-fixtures/records";
import { createWorld, type World } from "@mojob/test-fixtures/world";
import { describe, expect, it } from "vitest";
import { FORECAST } from "./mod.ts";

const A_DAY_MS = 86_400_000;
const AN_HOUR_MS = 3_600_000;

async function open(
  ...definitions: readonly JobDefinition[]
): Promise<World & { readonly scheduler: MoJobScheduler }> {
  const world = createWorld();
  await world.define(...definitions);
  const scheduler = createScheduler(createEngine({ ...world, tenant: "default", features: [FORECAST] }));
  return { ...world, scheduler };
}

function hourly(key: string, more: Partial<JobDefinition> = {}): JobDefinition {
  return aDefinition({
    kind: "recurring",
    app: "shop",
    ...more,
    key,
    options: { cron: "0 0 * * * *", timeZone: "Europe/Berlin" },
  } as never);
}

describe("a timeline", () => {
  it("has runs before now and fires after it, and sums of both by hour", async () => {
    const { scheduler, store, clock } = await open(hourly("a"));
    const now = clock.now().getTime();
    const past = new Date(now - 30 * 60_000);
    const run = anInstance({
      id: "run-1",
      app: "shop",
      jobKey: "a",
      state: "Terminated",
      createdAt: past,
      startedAt: past,
      completedAt: new Date(past.getTime() + 5000),
    });
    await store.instances.insert([run]);
    const sum = new FiguresSum();
    sum.count("terminated");
    sum.count("succeeded", 3);
    const row = { tenant: "default", grain: "hour", app: "shop", figures: sum.figures() } as const;
    const at = new Date(now - AN_HOUR_MS);
    await store.rollups.add({
      tenant: "default",
      from: null,
      to: "1",
      at: clock.now(),
      isDraft: false,
      rows: [
        { ...row, at, kind: "job", id: "a" },
        { ...row, at, kind: "tenant", id: "", app: "" },
      ],
    });
    const window = { from: at, to: new Date(now + 3 * AN_HOUR_MS) };
    for (const query of [window, { ...window, jobKey: "a" }, { ...window, tag: "none" }]) {
      const { runs, fires, buckets } = await scheduler.forecasts.timeline(query);
      const isEmpty = "tag" in query;
      expect(runs?.map(({ id, state }) => [id, state])).toEqual(isEmpty ? [] : [["run-1", "Terminated"]]);
      expect(fires?.map((fire) => (fire.at.getTime() - now) / AN_HOUR_MS)).toEqual(isEmpty ? [] : [1, 2]);
      expect(buckets.map(({ succeeded, failed, fires: coming }) => [succeeded, failed, coming])).toEqual(
        isEmpty
          ? [0, 1, 2, 3].map(() => [0, 0, 0])
          : [
              [3, 1, 0],
              [0, 0, 0],
              [0, 0, 1],
              [0, 0, 1],
            ],
      );
    }
  });

  it("counts by hour or day where there are more than 2,000", async () => {
    const { scheduler, clock } = await open(...[0, 1, 2, 3].map((index) => hourly(`job-${index}`)));
    const from = clock.now();
    const month = await scheduler.forecasts.timeline({ from, to: new Date(from.getTime() + 31 * A_DAY_MS) });
    expect([month.runs, month.fires, month.bucketMs]).toEqual([null, null, AN_HOUR_MS]);
    expect(month.buckets.reduce((sum, { fires }) => sum + fires, 0)).toBe(4 * (31 * 24 - 1));
    const year = await scheduler.forecasts.timeline({ from, to: new Date(from.getTime() + 366 * A_DAY_MS) });
    expect([year.buckets.length, year.bucketMs, year.buckets[1]?.fires]).toEqual([366, A_DAY_MS, 96]);
    await expect(
      scheduler.forecasts.timeline({ from, to: new Date(from.getTime() + 401 * A_DAY_MS) }),
    ).rejects.toMatchObject({ code: "invalid_argument", issues: [{ pointer: "/to" }] });
  });

  it("has a band for each pause, each stop of an app and each change of clocks", async () => {
    const at = new Date("2026-01-10T00:00:00Z");
    const stop = { at, until: null, note: "Release", by: "user:li" };
    const { scheduler } = await open(
      hourly("a", { appPause: stop }),
      hourly("b", { appPause: stop, pause: { at, until: new Date("2026-01-12T00:00:00Z"), note: null } }),
      hourly("c", { app: "ledger" }),
    );
    const window = { from: new Date("2026-01-01T00:00:00Z"), to: new Date("2026-11-30T00:00:00Z") };
    const { bands } = await scheduler.forecasts.timeline(window);
    expect(bands.map(({ kind, app, jobKey, timeZone, note }) => [kind, app, jobKey, timeZone, note])).toEqual(
      [
        ["stop", "shop", null, null, "Release"],
        ["pause", "shop", "b", null, null],
        ["clock_forward", null, null, "Europe/Berlin", null],
        ["clock_back", null, null, "Europe/Berlin", null],
      ],
    );
    expect(bands[2]).toMatchObject({
      from: new Date("2026-03-29T01:00:00Z"),
      to: new Date("2026-03-29T02:00:00Z"),
    });
  });

  it("shows the apps that the caller reads", async () => {
    const { scheduler, store, clock } = await open(hourly("a"), hourly("b", { app: "ledger" }));
    const createdAt = new Date(clock.now().getTime() - 60_000);
    await store.instances.insert(
      ["shop", "ledger"].map((app) =>
        anInstance({ id: app, app, jobKey: app === "shop" ? "a" : "b", createdAt }),
      ),
    );
    const grants = ["jobs:read", "runs:read"].map((permission) => ({ apps: ["shop"], permission }));
    const li = scheduler.as({ kind: "user", name: "li", permissions: [], grants } as never);
    const window = {
      from: new Date(clock.now().getTime() - AN_HOUR_MS),
      to: new Date(clock.now().getTime() + 2 * AN_HOUR_MS),
    };
    const { runs, fires } = await li.forecasts.timeline(window);
    expect(runs?.map(({ id }) => id)).toEqual(["shop"]);
    expect(fires?.map(({ jobKey }) => jobKey)).toEqual(["a"]);
    expect((await scheduler.forecasts.timeline(window)).runs).toHaveLength(2);
    await expect(li.forecasts.timeline({ ...window, app: "ledger" })).rejects.toMatchObject({
      code: "forbidden",
    });
  });
});
