import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { ALL_PERMISSIONS, type TaskBody, type TaskNode, type TaskRequest } from "@mojob/core/engine";
import { validateTask } from "@mojob/tasks";
import { createFakeClock } from "@mojob/core/testing";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { describe, expect, it, onTestFinished } from "vitest";
import { bodiesIn, withPictures } from "./page-pictures.ts";
import { readText } from "../repo/repository.ts";

const PAGES = ["docs/tasks-patterns.md", "docs/tasks-patterns.zh-CN.md"];
const [page = "", chinese = ""] = PAGES.map((name) => readText(name));
const bodies = bodiesIn(page);

/** Every job that a page names returns this; each value is what one of the patterns reads. */
const RESULT = { rows: 5, left: 0, shops: ["a", "b"] };

function keysIn(nodes: readonly TaskNode[]): readonly string[] {
  return nodes.flatMap((node) => {
    if (node.type === "group") return keysIn(node.nodes);
    return node.type === "job" && "key" in node.job ? [node.job.key] : [];
  });
}

describe("patterns of tasks", () => {
  it.each(PAGES)("%s has the drawings of its bodies: npm run pictures", (name) => {
    expect(withPictures(readText(name))).toBe(readText(name));
  });

  it("are eleven, and the same in both languages", () => {
    expect(bodies).toHaveLength(11);
    expect(bodiesIn(chinese)).toEqual(bodies);
  });

  it.each(bodies.map((body, index) => [index + 1, body] as const))("%i is valid", (_, body) => {
    expect(validateTask(body).issues).toEqual([]);
  });

  it("run to a good end, up to where they wait for somebody", async () => {
    const ended = await endsOf(() => false);
    expect(ended).toEqual([1, 2, 3, 4, 5, 8, 9, 10, 11].map((number) => `${number} Succeeded`));
  });

  it.each<[string, readonly string[], readonly number[]]>([
    // What follows a batch on `failed` handles that too few of its items were ok.
    ["first", [], [1, 2, 3, 5, 8, 9, 11]],
    ["last", [], [1, 2, 3, 5, 8, 9, 10, 11]],
    // What was set up is taken down, and the task has failed all the same.
    ["work", ["shop.work"], [9]],
    ["first way", ["shop.first"], []],
    ["both ways", ["shop.first", "shop.second"], [10]],
  ])("fail where their %s job does and nothing handles that", async (which, keys, expected) => {
    const fails = (body: TaskBody): readonly string[] => {
      const own = keysIn(body.nodes);
      return which === "first" ? own.slice(0, 1) : which === "last" ? own.slice(-1) : keys;
    };
    const failed = (await endsOf((key, body) => fails(body).includes(key)))
      .filter((end) => end.endsWith("Terminated"))
      .map((end) => Number(end.split(" ")[0]));
    expect(failed).toEqual(expected);
  });
});

/** What happens while a pattern waits, and how it ends. */
interface Waited {
  readonly what: string;
  /** The job that fails. @default none */
  readonly fails?: string;
  /** @default nobody does anything, and a time limit passes */
  readonly act?: (ask: Ask) => Promise<unknown>;
  readonly state: string;
  readonly executed: readonly string[];
}

type Ask = (who: string, request: TaskRequest) => Promise<unknown>;

const decide =
  (node: string, branch: "approved" | "refused", ...people: readonly string[]) =>
  async (ask: Ask): Promise<void> => {
    for (const who of people) await ask(who, { type: "approve", node, branch });
  };
const DELIVERED = (ask: Ask): Promise<unknown> => ask("ann", { type: "signal", signal: "delivered" });

describe("patterns that wait for somebody", () => {
  it.each<Waited>([
    {
      what: "two agree",
      act: decide("agreed", "approved", "ann", "ben"),
      state: "Succeeded",
      executed: ["draft", "send"],
    },
    {
      what: "one refuses",
      act: decide("agreed", "refused", "ann"),
      state: "Succeeded",
      executed: ["draft", "discard"],
    },
    {
      what: "one agrees and time passes",
      act: decide("agreed", "approved", "ann"),
      state: "Succeeded",
      executed: ["draft", "discard"],
    },
    { what: "nobody says anything", state: "Succeeded", executed: ["draft", "discard"] },
    { what: "the first job fails", fails: "shop.draft", state: "Terminated", executed: ["draft"] },
    {
      what: "what was agreed on fails",
      fails: "shop.send",
      act: decide("agreed", "approved", "ann", "ben"),
      state: "Terminated",
      executed: ["draft", "send"],
    },
    {
      what: "what follows the time limit fails",
      fails: "shop.discard",
      state: "Terminated",
      executed: ["draft", "discard"],
    },
  ])("6, where $what, ends $state", (waited) => endsSo(6, waited));

  it("6 takes no approval of who started it", async () => {
    const { as } = await waitingIn(6, null);
    await expect(
      as("starter", { type: "approve", node: "agreed", branch: "approved" }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });

  it.each<Waited>([
    { what: "the signal comes", act: DELIVERED, state: "Succeeded", executed: ["request", "settle"] },
    { what: "none comes within the hour", state: "Succeeded", executed: ["request", "settle"] },
    { what: "the first job fails", fails: "shop.request", state: "Terminated", executed: ["request"] },
    {
      what: "what follows the signal fails",
      fails: "shop.settle",
      act: DELIVERED,
      state: "Terminated",
      executed: ["request", "settle"],
    },
    {
      what: "what follows the time limit fails",
      fails: "shop.settle",
      state: "Terminated",
      executed: ["request", "settle"],
    },
  ])("7, where $what, ends $state", (waited) => endsSo(7, waited));
});

async function endsSo(number: number, { fails, act, state, executed }: Waited): Promise<void> {
  const waiting = await waitingIn(number, fails ?? null);
  await act?.(waiting.as);
  await waiting.clock.advance(3 * 86_400_000);
  const run = await waiting.scheduler.instances.get(waiting.id);
  expect([run.state, waiting.executed]).toEqual([state, executed.map((name) => `shop.${name}`)]);
}

/** A run of a pattern up to where it waits, or fails. */
async function waitingIn(number: number, fails: string | null) {
  const body = bodies[number - 1] as TaskBody;
  const clock = createFakeClock("2026-03-02T00:00:00Z");
  const executed: string[] = [];
  const jobs = keysIn(body.nodes).map((key): JobRegistration =>
    defineTriggeredJob({
      key,
      execute() {
        executed.push(key);
        if (key === fails) throw new Error("It fails");
        return RESULT;
      },
    }),
  );
  const hooks = { onRunEnd: () => {} };
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    inMemory: true,
    clock,
    jobs,
    hooks,
  });
  onTestFinished(close);
  await scheduler.jobs.create({
    key: "shop.pattern",
    app: "shop",
    kind: "triggered",
    work: { kind: "task", body },
  } as never);
  const personOf = (name: string): typeof scheduler =>
    scheduler.as({ kind: "user", name, permissions: ALL_PERMISSIONS });
  const { id } = await personOf("starter").trigger("shop.pattern", {});
  await clock.advance(1000);
  const as: Ask = (who, request) => personOf(who).tasks.operate(id, request);
  return { as, clock, executed, id, scheduler };
}

/** Runs each pattern that waits for nobody, and shows its number and end; `fails` says of a job whether it does. */
async function endsOf(fails: (key: string, body: TaskBody) => boolean): Promise<readonly string[]> {
  const keys = [...new Set(bodies.flatMap(({ nodes }) => keysIn(nodes)))];
  let current: TaskBody | null = null;
  const jobs = keys.map((key): JobRegistration =>
    defineTriggeredJob({
      key,
      maxConcurrency: null,
      execute() {
        if (current !== null && fails(key, current)) throw new Error("It fails");
        return RESULT;
      },
    }),
  );
  const hooks = { onRunEnd: () => {} };
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "shop",
    inMemory: true,
    jobs,
    hooks,
  });
  onTestFinished(close);
  const ended: string[] = [];
  for (const [index, body] of bodies.entries()) {
    const key = `shop.pattern-${index + 1}`;
    const nodes = atOnce(body.nodes);
    const work = { kind: "task", body: { ...body, nodes } };
    await scheduler.jobs.create({ key, app: "shop", kind: "triggered", work } as never);
    if (nodes.some(({ type }) => type === "wait" || type === "approval")) continue;
    current = body;
    const { id } = await scheduler.trigger(key, {});
    ended.push(`${index + 1} ${(await scheduler.ended(id)).state}`);
  }
  return ended;
}

/** Without the times between retries. */
function atOnce(nodes: readonly TaskNode[]): readonly TaskNode[] {
  return nodes.map((node) =>
    "retry" in node && node.retry !== undefined ? { ...node, retry: { ...node.retry, intervalMs: 0 } } : node,
  );
}
