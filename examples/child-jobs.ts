import { defineTriggeredJob } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";

// A report follows each month that is closed, and a page each one that fails.

const report = defineTriggeredJob<{ month: string; total: number }>({
  key: "story.report",
  execute: ({ month, total }) => console.log(`report of ${month}: ${total}`),
});

const page = defineTriggeredJob<{ text: string }>({
  key: "story.page",
  execute: ({ text }) => console.log(`page: ${text}`),
});

const closeMonth = defineTriggeredJob<{ month: string }, { total: number }>({
  key: "story.close-month",
  children: [
    { job: "story.report", args: { month: "{args.month}", total: "{result.total}" } },
    { job: "story.page", on: "failure", args: { text: "{run.job}: {error.message}" } },
  ],
  execute: ({ month }) => {
    if (month === "2026-13") throw new Error("there is no such month");
    return { total: 1250 };
  },
});

const { scheduler, close } = await startEmbedded({
  app: "stories",
  inMemory: true,
  jobs: [closeMonth, report, page],
});

for (const month of ["2026-02", "2026-13"]) {
  const { id } = await scheduler.trigger(closeMonth, { month });
  await scheduler.ended(id);
  const [child] = await waitForChildren(id);
  await scheduler.ended(child.id);
}

await close();

async function waitForChildren(id: string): Promise<readonly [{ readonly id: string }]> {
  for (;;) {
    const [child] = await scheduler.instances.children(id);
    if (child !== undefined) return [child];
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
