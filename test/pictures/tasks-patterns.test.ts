import { defineTriggeredJob, type JobRegistration } from "@mojob/core";
import { type TaskBody, type TaskNode, validateTask } from "@mojob/core/engine";
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
  const { scheduler, close } = await startEmbedded({ app: "shop", inMemory: true, jobs, hooks });
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
