import { describe, expect, it } from "vitest";
import { AppSet } from "../../access/app-set.ts";
import { numberOfCode } from "../../model/code/number-of-code.ts";
import type { JobInstance, JobInstanceSummary } from "../../model/instance/job-instance.ts";
import type { FailureQuery, Failures } from "../../scheduler/failures.ts";
import { readFailures } from "./failure-groups.ts";

const NOW = new Date("2026-01-01T12:00:00Z");
const FROM = new Date("2026-01-01T00:00:00Z");

interface Failed {
  readonly jobKey: string;
  readonly error: string;
  readonly minute: number;
  readonly app?: string;
}

/** The newest comes first, as in the lists of a store. */
function read(
  failed: readonly Failed[],
  query: Partial<FailureQuery> = {},
  apps = AppSet.ALL,
  errorOf: (id: string) => { readonly code: string; readonly number?: number } | null = () => null,
): Promise<Failures> {
  const items = failed.map(({ jobKey, error, minute, app = "shop" }, index) => {
    const at = new Date(FROM.getTime() + minute * 60_000);
    return {
      id: `run-${index}`,
      app,
      jobKey,
      errorSummary: error,
      argsPreview: `${index}`,
      createdAt: at,
      completedAt: at,
    };
  }) as unknown as JobInstanceSummary[];
  return readFailures(
    { tenant: "default", from: FROM, ...query },
    {
      list: () => Promise.resolve({ items, nextCursor: null }),
      get: (ids) => Promise.resolve(ids.map((id) => ({ error: errorOf(id) }) as JobInstance)),
      handled: { getMany: () => Promise.resolve(new Map()) } as never,
      apps,
      reruns: new Map([["run-1", ["again"]]]),
      now: NOW,
    },
  );
}

const ONE_DATABASE: readonly Failed[] = [
  { jobKey: "b", error: "connect ECONNREFUSED 10.1.0.9:5432", minute: 700 },
  { jobKey: "a", error: "connect ECONNREFUSED 10.1.0.9:5432", minute: 650 },
  { jobKey: "a", error: "connect ECONNREFUSED 10.1.0.8:5432", minute: 600 },
  { jobKey: "c", error: "The mailbox is full", minute: 5 },
];

describe("readFailures()", () => {
  it("makes one group of one cause in many jobs, with what each job has of it", async () => {
    const { groups, ...counts } = await read(ONE_DATABASE);
    expect(counts).toEqual({ numbers: [], groupCount: 2, runs: 4, grouped: 4, isComplete: true });
    expect(groups[0]).toMatchObject({
      error: "connect ECONNREFUSED 10.1.0.9:5432",
      count: 3,
      rerun: 1,
      newestId: "run-0",
      jobCount: 2,
      jobs: [
        { jobKey: "a", count: 2, rerun: 1, newestId: "run-1" },
        { jobKey: "b", count: 1, rerun: 0, newestId: "run-0" },
      ],
      args: ["0", "1", "2"],
    });
  });

  it("counts the runs of each error number, over all causes that have it", async () => {
    const failed = [
      ...ONE_DATABASE,
      { jobKey: "c", error: "The mailbox is locked", minute: 4 },
      { jobKey: "d", error: "Exit code 2", minute: 3 },
    ];
    const errors = [
      { code: "ECONNREFUSED", number: -19_000_007_000 },
      null,
      null,
      { code: "timeout" },
      { code: "timeout" },
    ];
    const { numbers } = await read(failed, {}, AppSet.ALL, (id) => errors[Number(id.slice(4))] ?? null);
    expect(numbers).toEqual([
      { number: -19_000_007_000, code: "ECONNREFUSED", count: 3, groups: 1 },
      { number: numberOfCode("timeout"), code: "timeout", count: 2, groups: 2 },
    ]);
  });

  it("counts what a search leaves, and sorts by what is asked for", async () => {
    expect(await read(ONE_DATABASE, { search: "MAILBOX" })).toMatchObject({ groupCount: 1, runs: 1 });
    expect((await read(ONE_DATABASE, { search: "econn" })).groups.map(({ count }) => count)).toEqual([3]);
    const rising = [...ONE_DATABASE, ...ONE_DATABASE.slice(3).map((one) => ({ ...one, minute: 719 }))];
    const counts = async (orderBy: "newest" | "count") =>
      (await read(rising, { orderBy })).groups.map(({ count }) => count);
    expect(await counts("newest")).toEqual([2, 3]);
    expect(await counts("count")).toEqual([3, 2]);
  });

  it("says how many groups and runs it does not list", async () => {
    const letters = "abcdefghijklmno".split("");
    const many = letters.flatMap((one) =>
      letters.map((other) => ({ jobKey: "j", error: `z${one}${other}`, minute: 1 })),
    );
    const { groups, ...counts } = await read(many);
    expect(groups).toHaveLength(200);
    expect(counts).toEqual({ numbers: [], groupCount: 225, runs: 225, grouped: 200, isComplete: false });
  });

  it("gives a group one id for all who see the same apps, and another for others", async () => {
    const idFor = async (apps: AppSet) => (await read(ONE_DATABASE, {}, apps)).groups[0]?.id;
    expect(await idFor(AppSet.of(["shop", "mail"]))).toBe(await idFor(AppSet.of(["mail", "shop"])));
    expect(await idFor(AppSet.of(["shop"]))).not.toBe(await idFor(AppSet.ALL));
  });
});
