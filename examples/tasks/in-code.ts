import { defineTriggeredJob } from "@mojob/core";
import { concat, defineTask, gt, param, sum, toText } from "@mojob/core/tasks";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";

// The task of batch-and-branch.ts, declared in code: what a job returns has its type where a later job takes it.

const count = defineTriggeredJob({
  key: "story.count",
  maxConcurrency: null,
  execute: ({ file }: { readonly file: string }) => ({ lines: file.length }),
});

const tell = defineTriggeredJob({
  key: "story.tell",
  execute: ({ text }: { readonly text: string }) => console.log(text),
});

const nightly = defineTask(
  "story.nightly",
  { params: { files: param.json<readonly string[]>() } },
  (task) => {
    const counted = task.jobEach("count", count, task.params.files, (file) => ({ file }));
    const lines = sum(counted.results.lines);
    const enough = task.condition("enough", { yes: gt(lines, 20) }, { else: "no" });
    task.job("report", tell, {
      after: [enough.branch("yes")],
      args: { text: concat("total: ", toText(lines)) },
    });
    task.job("few", tell, { after: [enough.branch("no")], args: { text: "too few lines" } });
    task.job("alarm", tell, { after: [counted.failed], args: { text: "not all files were there" } });
    return { lines };
  },
);

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "stories",
  inMemory: true,
  jobs: [count, tell, nightly],
  hooks: { onRunEnd: () => {} },
});

for (const files of [["orders.txt", "customers.txt"], ["a.txt"]]) {
  const run = await scheduler.trigger(nightly, { files });
  const { lines } = await run.result();
  console.log(`${lines} lines`);
}

await close();
