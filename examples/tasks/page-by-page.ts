import { defineTriggeredJob } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";

// A job that reads one page at a time: each visit of the loop goes on where the one before stopped, and adds up what it found.

const PAGES = [["anna", "ben"], ["chen"], ["dora", "emil", "fang"]];

const fetchPage = defineTriggeredJob<{ page: number }, { next: number; people: string[]; left: number }>({
  key: "shop.fetch-page",
  execute: ({ page }) => ({ next: page + 1, people: PAGES[page] ?? [], left: PAGES.length - page - 1 }),
});

const count = defineTriggeredJob<{ people: string[]; before: number }, { sum: number }>({
  key: "shop.count-people",
  execute: ({ people, before }) => ({ sum: before + people.length }),
});

const { scheduler, close } = await startEmbedded({
  app: "shop",
  inMemory: true,
  jobs: [fetchPage, count],
  hooks: { onRunEnd: () => {} },
});

await scheduler.jobs.create({
  key: "shop.count-all",
  app: "shop",
  kind: "triggered",
  work: {
    kind: "task",
    body: {
      engine: 1,
      nodes: [
        {
          id: "pages",
          type: "condition",
          pre: [{ node: "more", branch: "yes" }],
          branches: [{ name: "page", when: "true" }],
          loop: { maxVisits: 1000 },
        },
        {
          id: "fetch",
          type: "job",
          job: { key: "shop.fetch-page" },
          pre: [{ node: "pages", branch: "page" }],
          // What this very node returned in the visit before; the first one has none before it.
          params: [{ name: "page", expression: "$.JOB['fetch'].RESULT.next ?? 0" }],
        },
        {
          id: "count",
          type: "job",
          job: { key: "shop.count-people" },
          pre: [{ node: "fetch" }],
          params: [
            { name: "people", expression: "$.JOB['fetch'].RESULT.people" },
            { name: "before", expression: "$.JOB['count'].RESULT.sum ?? 0" },
          ],
        },
        {
          id: "more",
          type: "condition",
          pre: [{ node: "count" }],
          branches: [{ name: "yes", when: "$.JOB['fetch'].RESULT.left > 0" }],
          else: "no",
        },
      ],
      results: [{ name: "people", type: "number", expression: "$.JOB['count'].RESULT.sum ?? 0" }],
    },
  },
});

const { id } = await scheduler.trigger("shop.count-all");
const { state, result } = await scheduler.ended(id);
const runs = await scheduler.instances.children(id);
const pages = runs.filter(({ jobKey }) => jobKey === "shop.fetch-page").length;
console.log(`${state} after ${pages} pages: ${JSON.stringify(result)}`);

await close();
