import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileChecks } from "@mojob/command-runner";
import { defineTriggeredJob } from "@mojob/core";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";

// A job needs a file, and starts work that goes on without it. The file is looked at before anything runs; the job has ended once the
// work has left its mark, and holds no worker until then. What follows it waits for that.

const folder = await mkdtemp(join(tmpdir(), "load-orders-"));
const [orders, loaded] = [join(folder, "orders.csv"), join(folder, "loaded.txt")];

const start = defineTriggeredJob({
  key: "shop.start-load",
  execute: () => {
    // A loader elsewhere would do this.
    setTimeout(() => void writeFile(loaded, "3 rows"), 300);
    console.log("the load was started");
  },
});
const report = defineTriggeredJob({
  key: "shop.report",
  execute: ({ result }: { readonly result: string }) => console.log(`the load ended: ${result}`),
});

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "shop",
  inMemory: true,
  jobs: [start, report],
  runners: [fileChecks({ folders: [folder] })],
  hooks: { onRunEnd: () => {} },
});

const exists = (uri: string, expect: string): object => ({
  type: "file",
  test: "exists",
  uri: `'${uri}'`,
  expect,
});
await scheduler.jobs.create({
  key: "shop.load",
  app: "shop",
  kind: "triggered",
  work: {
    kind: "task",
    body: {
      engine: 1,
      nodes: [
        {
          id: "load",
          type: "job",
          job: {
            work: { kind: "code", handler: "shop.start-load" },
            resources: [{ name: "orders", ...exists(orders, "$.RESOURCE.SIZE > 0") }],
            verify: {
              afterMs: 0,
              everyMs: 1000,
              timeoutMs: 60_000,
              check: { type: "resource", use: { name: "loaded", ...exists(loaded, "$.RESOURCE.SIZE > 0") } },
            },
          },
        },
        {
          id: "report",
          type: "job",
          job: { key: "shop.report" },
          pre: [{ node: "load" }],
          params: [{ name: "result", expression: "$.JOB['load'].STATUS" }],
        },
      ],
    },
  },
});

// The first time there are no orders yet.
for (const rows of [null, "1,alpha\n2,beta\n3,gamma\n"]) {
  if (rows !== null) await writeFile(orders, rows);
  const { id } = await scheduler.trigger("shop.load");
  const { state } = await scheduler.ended(id);
  const [load] = await scheduler.instances.children(id);
  const { error } = await scheduler.instances.get(load?.id ?? "");
  console.log(`${state}${error === null ? "" : `: ${error.code}`}`);
}

await close();
await rm(folder, { recursive: true });
