import { FEATURES } from "@mojob/features";
import { beforeAll, describe, expect, it } from "vitest";
import { aDefinition } from "@mojob/test-fixtures/records";
import { createWorld } from "@mojob/test-fixtures/world";
import { ALL_PERMISSIONS } from "../../access/permission.ts";
import type { Incident } from "../../model/incident/incident.ts";
import type { Page, PageRequest } from "../../ports/page.ts";
import type { MoJobScheduler } from "../../scheduler/mo-job-scheduler.ts";
import { createScheduler } from "../create-scheduler.ts";
import { createEngine } from "../create-engine.ts";

const OWN = ["a", "b"];
/** Of each app, one after the other; what is of the third app comes in one block behind the first of the others. */
const EACH = 23;
const OTHERS = 5000;

let whole: MoJobScheduler;
let own: MoJobScheduler;

interface Item {
  readonly app: string | null;
}

beforeAll(async () => {
  const world = createWorld();
  const keys = [...OWN, "c"].map((app) => `${app}.job`);
  await world.define(...keys.map((key) => aDefinition({ key, app: key.slice(0, 1), kind: "recurring" })));
  whole = createScheduler(createEngine({ ...world, tenant: "default", features: FEATURES }));
  own = whole.as({
    kind: "user",
    name: "li",
    permissions: [],
    grants: ALL_PERMISSIONS.map((permission) => ({ permission, apps: OWN })),
  });
  for (const [index, app] of [
    "a",
    ...Array.from({ length: OTHERS }, () => "c"),
    ...Array.from({ length: EACH * 2 - 1 }, (_, at) => OWN[(at + 1) % 2] as string),
  ].entries()) {
    // In their order, each with a time of its own but for every third.
    if (index % 3 !== 0) await world.clock.advance(1);
    const { id } = await whole.instances.trigger(`${app}.job`, {});
    await world.store.incidents.write([anIncident(app, index, world.clock.now())]);
    const act = { app, jobKey: `${app}.job`, instanceId: id, kind: "run" } as const;
    await world.actLog.noteDone("user:li", act);
  }
}, 60_000);

function anIncident(app: string, number: number, at: Date): Incident {
  const key = `run_failed:${app}.job`;
  return {
    id: `${key}:${number}`,
    tenant: "default",
    key,
    number,
    revision: 1,
    condition: "run_failed",
    rule: "failures",
    severity: app === "c" ? "info" : "warning",
    app,
    jobKey: `${app}.job`,
    state: "open",
    openedAt: at,
    lastAt: at,
    resolvedAt: null,
    count: 1,
    parameters: {},
    errors: [],
    runs: [],
    assignee: null,
    snoozedUntil: null,
    explainedBy: null,
    reopenedAt: [],
    timeline: [],
    happened: 0,
    silencedBy: null,
    notified: [],
    notifying: null,
    isSettled: false,
  };
}

type List = (scheduler: MoJobScheduler, page: PageRequest) => Promise<Page<Item>>;

const LISTS: readonly (readonly [string, number, List])[] = [
  ["instances.list", EACH * 2, (s, page) => s.instances.list({}, page)],
  ["instances.list of a state", EACH * 2, (s, page) => s.instances.list({ states: ["Enqueued"] }, page)],
  ["incidents.list", EACH * 2, (s, page) => s.incidents.list({}, page)],
  ["history.list", EACH * 2, (s, page) => s.history.list({}, page)],
  ["audit.list", EACH * 2, (s, page) => s.audit.list({}, page)],
  ["jobs.list", 2, async (s, page) => ofJobs(await s.jobs.list({}, page))],
  ["jobs.list by name", 2, async (s, page) => ofJobs(await s.jobs.list({ orderBy: "name" }, page))],
];

function ofJobs({ items, nextCursor }: Awaited<ReturnType<MoJobScheduler["jobs"]["list"]>>): Page<Item> {
  return { items: items.map(({ definition }) => definition), nextCursor };
}

describe.each(LISTS)("%s of a caller of two of three apps", (_, count, list) => {
  it.each([1, 7, 200])("is full in pages of %d, however much lies between", async (limit) => {
    const read: Item[] = [];
    let cursor: string | null = null;
    do {
      const page: Page<Item> = await list(own, { limit, ...(cursor !== null && { cursor }) });
      expect(page.items).toHaveLength(Math.min(limit, count - read.length));
      read.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(read.every(({ app }) => app !== null && OWN.includes(app))).toBe(true);
    // What one who sees all reads, without what is of the others.
    const all: Item[] = [];
    cursor = null;
    do {
      const page: Page<Item> = await list(whole, { limit: 200, ...(cursor !== null && { cursor }) });
      all.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(read).toEqual(all.filter(({ app }) => app !== "c"));
  });
});

it.each([
  ["severity", { severity: "warning" }],
  ["text", { search: "B.JOB" }],
] as const)(
  "incidents that are searched by %s are in full pages, however many lie between",
  async (_, query) => {
    const [all, found]: [string[], string[]] = [[], []];
    const names = (items: readonly Incident[]): readonly string[] => items.map(({ id }) => id);
    let cursor: string | null = null;
    do {
      const page: Page<Incident> = await whole.incidents.list(query, {
        limit: 7,
        ...(cursor !== null && { cursor }),
      });
      expect(page.items.length === 7 || page.nextCursor === null).toBe(true);
      found.push(...names(page.items));
      cursor = page.nextCursor;
    } while (cursor !== null);
    for (const app of "search" in query ? ["b"] : OWN)
      all.push(...names((await whole.incidents.list({ app }, { limit: 200 })).items));
    expect(found.toSorted()).toEqual(all.toSorted());
  },
);

it("the queue of two apps is not shortened by what waits in others", async () => {
  const { items, total, isComplete } = await own.queue.list({}, 200);
  expect(items).toHaveLength(EACH * 2);
  expect([total, isComplete]).toEqual([EACH * 2, true]);
});

it("operations of two apps are listed however many there are of others, and name no job of these", async () => {
  const pause = (...apps: readonly string[]) =>
    whole.operations.changeJobs({ action: "pause", keys: apps.map((app) => `${app}.job`), overwrite: true });
  const { operation } = await pause("a", "c");
  for (let index = 0; index < 210; index += 1) await pause("c");
  const listed = await own.operations.list();
  expect(listed.map(({ id }) => id)).toEqual([operation]);
  expect(JSON.stringify(listed)).not.toContain("c.job");
  expect(JSON.stringify(await own.operations.get(operation))).not.toContain("c.job");
});

it("bulk calls check each item: those of other apps stay as they are", async () => {
  const latest = async (app: string): Promise<string> =>
    (await whole.instances.list({ app }, { limit: 1 })).items[0]?.id ?? "";
  const [a, b, c] = [await latest("a"), await latest("b"), await latest("c")];
  const mixed = whole.as({
    kind: "user",
    name: "li",
    permissions: [],
    grants: ALL_PERMISSIONS.map((permission) => ({
      permission,
      apps: permission === "runs:cancel" ? ["a"] : OWN,
    })),
  });
  const { done, failed } = await mixed.instances.bulk({ action: "cancel", ids: [a, b, c] });
  expect(done).toBe(1);
  expect(failed.map(({ id, code }) => [id, code])).toEqual([
    [b, "instance_not_found"],
    [c, "instance_not_found"],
  ]);
  const states = await Promise.all([a, b, c].map((id) => whole.instances.get(id)));
  expect(states.map(({ state }) => state)).toEqual(["Cancelled", "Enqueued", "Enqueued"]);
  const { results } = await mixed.operations.changeJobs({
    action: "pause",
    keys: ["a.job", "c.job"],
    overwrite: true,
  });
  expect(results.map(({ problem }) => problem?.code ?? null)).toEqual([null, "job_not_found"]);
});
