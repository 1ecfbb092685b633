import fc from "fast-check";
import { expect, test } from "vitest";
import { findChildCycle, type Parent } from "./child-cycle.ts";

/** Jobs with their children, by key. */
function aTree(edges: Readonly<Record<string, readonly string[]>>) {
  const jobs = new Map<string, Parent>(
    Object.entries(edges).map(([key, children]) => [
      key,
      { key, options: { children: children.map((job) => ({ job, on: "end" as const })) } },
    ]),
  );
  const find = async (keys: readonly string[]) =>
    new Map(keys.flatMap((key) => (jobs.has(key) ? [[key, jobs.get(key) as Parent] as const] : [])));
  return (key: string) => findChildCycle(jobs.get(key) as Parent, find);
}

test("findChildCycle() returns the way back, and nothing for a job that is not on one", async () => {
  const cycleOf = aTree({ a: ["x", "b"], b: ["c"], c: ["a"], d: ["a"], e: ["e"], x: ["gone"] });
  expect(await cycleOf("a")).toEqual(["a", "b", "c", "a"]);
  expect(await cycleOf("c")).toEqual(["c", "a", "b", "c"]);
  expect(await cycleOf("e")).toEqual(["e", "e"]);
  expect(await cycleOf("d")).toBeNull();
  expect(await cycleOf("x")).toBeNull();
});

test("findChildCycle() finds a way back exactly where a job can reach itself", async () => {
  const keys = ["a", "b", "c", "d", "e"] as const;
  const edges = fc.record(
    Object.fromEntries(keys.map((key) => [key, fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 3 })])),
  );
  await fc.assert(
    fc.asyncProperty(edges, async (tree) => {
      const cycleOf = aTree(tree);
      for (const key of keys) {
        const reached = new Set(tree[key]);
        for (const one of reached) for (const next of tree[one] ?? []) reached.add(next);
        const way = await cycleOf(key);
        expect(way !== null).toBe(reached.has(key));
        if (way === null) continue;
        expect([way[0], way.at(-1)]).toEqual([key, key]);
        for (const [index, one] of way.slice(0, -1).entries()) expect(tree[one]).toContain(way[index + 1]);
      }
    }),
  );
});

/** A task with nodes that wait for their job, and nodes that only start it. */
function aTask(
  key: string,
  waits: readonly string[],
  starts: readonly string[],
  children: readonly string[] = [],
): Parent {
  const node = (job: string, wait: boolean) => ({ id: job, type: "job" as const, job: { key: job }, wait });
  const nodes = [...waits.map((job) => node(job, true)), ...starts.map((job) => node(job, false))];
  return {
    key,
    options: { children: children.map((job) => ({ job, on: "end" as const })) },
    work: { kind: "task", body: { engine: 1, nodes } },
  };
}

test("findChildCycle() goes by children and by what nodes start, whichever comes first", async () => {
  const jobs = [
    aTask("again", [], ["codejob"]),
    { key: "codejob", options: { children: [{ job: "again", on: "end" as const }] } },
    aTask("outer", ["again"], []),
    // The end of a node starts no child of its job.
    aTask("calm", ["codejob"], [], []),
    aTask("inner", [], ["top"]),
    aTask("top", ["inner"], []),
  ] as const;
  const byKey = new Map<string, Parent>(jobs.map((job) => [job.key, job]));
  const find = async (keys: readonly string[]) =>
    new Map(keys.flatMap((key) => (byKey.has(key) ? [[key, byKey.get(key) as Parent] as const] : [])));
  const cycleOf = (key: string) => findChildCycle(byKey.get(key) as Parent, find);
  expect(await cycleOf("again")).toEqual(["again", "codejob", "again"]);
  expect(await cycleOf("codejob")).toEqual(["codejob", "again", "codejob"]);
  expect(await cycleOf("outer")).toBeNull();
  expect(await cycleOf("calm")).toBeNull();
  expect(await cycleOf("top")).toEqual(["top", "inner", "top"]);
});

test("findChildCycle() finds circles over three jobs, through groups, and of a task that is its own child", async () => {
  const inGroup: Parent = {
    key: "grouped",
    options: { children: [] },
    work: {
      kind: "task",
      body: {
        engine: 1,
        nodes: [
          {
            id: "outer",
            type: "group",
            nodes: [
              {
                id: "inner",
                type: "group",
                nodes: [{ id: "start", type: "job", job: { key: "codejob" }, wait: false }],
              },
            ],
          },
        ],
      },
    },
  };
  const child = (job: string): { readonly job: string; readonly on: "end" } => ({ job, on: "end" });
  const jobs: readonly Parent[] = [
    inGroup,
    { key: "codejob", options: { children: [child("middle")] } },
    { key: "middle", options: { children: [child("grouped")] } },
    aTask("own", ["middle"], [], ["own"]),
  ];
  const byKey = new Map(jobs.map((job) => [job.key, job]));
  const find = async (keys: readonly string[]) =>
    new Map(keys.flatMap((key) => (byKey.has(key) ? [[key, byKey.get(key) as Parent] as const] : [])));
  const cycleOf = (key: string) => findChildCycle(byKey.get(key) as Parent, find);
  expect(await cycleOf("grouped")).toEqual(["grouped", "codejob", "middle", "grouped"]);
  expect(await cycleOf("middle")).toEqual(["middle", "grouped", "codejob", "middle"]);
  expect(await cycleOf("own")).toEqual(["own", "own"]);
});
