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

  it("are ten, and the same in both languages", () => {
    expect(bodies).toHaveLength(10);
    expect(bodiesIn(chinese)).toEqual(bodies);
  });

  it.each(bodies.map((body, index) => [index + 1, body] as const))("%i is valid", (_, body) => {
    expect(validateTask(body).issues).toEqual([]);
  });

  it("run to a good end, up to where they wait for somebody", async () => {
    const keys = [...new Set(bodies.flatMap(({ nodes }) => keysIn(nodes)))];
    const jobs = keys.map((key): JobRegistration =>
      defineTriggeredJob({ key, maxConcurrency: null, execute: () => RESULT }),
    );
    const { scheduler, close } = await startEmbedded({ app: "shop", inMemory: true, jobs });
    onTestFinished(close);
    const waits = ({ nodes }: TaskBody): boolean =>
      nodes.some(({ type }) => type === "wait" || type === "approval");
    const ended: string[] = [];
    for (const [index, body] of bodies.entries()) {
      const key = `shop.pattern-${index + 1}`;
      await scheduler.jobs.create({ key, app: "shop", kind: "triggered", work: { kind: "task", body } });
      if (waits(body)) continue;
      const { id } = await scheduler.trigger(key, {});
      ended.push(`${index + 1} ${(await scheduler.ended(id)).state}`);
    }
    expect(ended).toEqual([1, 2, 3, 4, 5, 8, 9, 10].map((number) => `${number} Succeeded`));
  });
});
