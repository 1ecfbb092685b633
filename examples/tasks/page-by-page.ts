import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";

// A job that reads one page at a time: it writes into variables where the next visit goes on, and how much there was by then.

const PAGES = [["anna", "ben"], ["chen"], ["dora", "emil", "fang"]];

const fetchPage = defineTriggeredJob<{ page: number }, { next: number; people: string[]; left: number }>({
  key: "shop.fetch-page",
  execute: ({ page }) => ({ next: page + 1, people: PAGES[page] ?? [], left: PAGES.length - page - 1 }),
});

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "shop",
  inMemory: true,
  jobs: [fetchPage],
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
      vars: [
        { name: "page", type: "number", expression: "0" },
        { name: "left", type: "number", expression: "1" },
        { name: "people", type: "number", expression: "0" },
      ],
      nodes: [
        {
          id: "pages",
          type: "condition",
          pre: [{ node: "fetch" }],
          branches: [{ name: "page", when: "$.VARS.left > 0" }],
          else: "done",
          loop: { maxVisits: 1000 },
        },
        {
          id: "fetch",
          type: "job",
          job: { key: "shop.fetch-page" },
          pre: [{ node: "pages", branch: "page" }],
          params: [{ name: "page", expression: "$.VARS.page" }],
          // Once it has succeeded; one that fails leaves them as they are, and is executed again from there.
          vars: [
            { name: "page", expression: "$.SELF.RESULT.next" },
            { name: "left", expression: "$.SELF.RESULT.left" },
            { name: "people", expression: "$.VARS.people + count($.SELF.RESULT.people)" },
          ],
        },
      ],
      results: [{ name: "people", type: "number", expression: "$.VARS.people" }],
    },
  },
});

const { id } = await scheduler.trigger("shop.count-all");
const { state, result } = await scheduler.ended(id);
const runs = await scheduler.instances.children(id);
const pages = runs.filter(({ jobKey }) => jobKey === "shop.fetch-page").length;
console.log(`${state} after ${pages} pages: ${JSON.stringify(result)}`);

await close();
