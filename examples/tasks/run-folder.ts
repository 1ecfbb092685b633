import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { scriptRunner } from "@mojob/script-runner";

// A job of a task counts lines in three phases that share a working directory. The script leaves its result as a file by its name, and says
// itself that it has succeeded. The worker keeps the directory.

const kept = await mkdtemp(join(tmpdir(), "run-folders-"));
const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "shop",
  inMemory: true,
  jobs: [],
  runners: [scriptRunner({ languages: ["shell"], sandbox: "unsandboxed", keep: { path: kept } })],
  hooks: { onRunEnd: () => {} },
});

const shell = (source: string): object => ({ kind: "script", language: "shell", source });
const count = {
  ready: shell("printf '1,alpha\\n2,beta\\n' > orders.csv"),
  // grep ends with 1 where nothing is found, which is no failure here.
  work: shell(
    'grep -c gamma orders.csv; lines=$(grep -c "" orders.csv); echo "$lines" > outputs/lines; echo 1 > status; exit 1',
  ),
  end: shell('echo "ended with status $(cat status)"'),
  results: [{ name: "lines", type: "number", expression: "number($.SELF.RESULT.lines)" }],
};
await scheduler.jobs.create({
  key: "shop.count",
  app: "shop",
  kind: "triggered",
  work: {
    kind: "task",
    body: {
      engine: 1,
      nodes: [{ id: "count", type: "job", job: count }],
      results: [{ name: "lines", type: "number", expression: "$.JOB['count'].RESULT.lines" }],
    },
  },
} as never);

const { id } = await scheduler.trigger("shop.count", {});
const { state, result } = await scheduler.ended(id);
console.log(`${state}: ${JSON.stringify(result)}`);

const app = join(kept, "default", "shop");
const [name = ""] = (await readdir(app)).filter((one) => one.startsWith("job-"));
console.log(name.replaceAll(id, "<run>"));
const files = await readdir(join(app, name), { recursive: true });
console.log(
  files
    .filter((file) => !file.endsWith("script.sh"))
    .toSorted()
    .join(" "),
);
console.log(`status: ${(await readFile(join(app, name, "status"), "utf8")).trim()}`);
console.log(`job.log: ${(await readFile(join(app, name, "job.log"), "utf8")).replaceAll("\n", " | ")}`);

await close();
await rm(kept, { recursive: true });
