import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasScriptTool } from "@mojob/test-services/script-tools";
import { beforeAll, describe, it, vi } from "vitest";
import { leavesToExecutor, SCENARIOS } from "./scenarios.ts";
import { type StoryGroup, StoryPlace } from "./story-place.ts";

/** How long the scheduler is away. `XXL_OUTAGE_MS=40000 npx vitest run examples/xxl-executors` takes a minute more. */
const OUTAGE_MS = Number(process.env["XXL_OUTAGE_MS"] ?? 0);

interface StoryClient extends StoryGroup {
  /** Whether the client still brings a result that it had while the scheduler was away. */
  readonly resends: boolean;
}

const JAVA: StoryClient = {
  app: "java",
  clients: ["java 2.2", "java 2.4", "java 3.3"],
  // It sends again each 30 s, without end.
  resends: OUTAGE_MS >= 30_000,
};
const GROUPS: readonly StoryClient[] = [
  JAVA,
  { app: "newer", clients: ["3.5", "3.5"], resends: true },
  { app: "go", clients: ["go", "go"], resends: false },
  // It sends again for two minutes, as the example sets it.
  { app: "python", clients: ["python", "python"], resends: OUTAGE_MS <= 60_000 },
];

/** Each client with an app of it alone. */
const TARGETS: readonly { readonly client: string; readonly app: string; readonly resends: boolean }[] =
  GROUPS.flatMap(({ app, clients, resends }) =>
    app === JAVA.app
      ? clients.map((client) => ({ client, app: StoryPlace.aloneApp(client), resends }))
      : [{ client: app, app, resends }],
  );

/** What a script prints first, and then, changed, before it ends with code 3. */
const SCRIPTS = {
  GLUE_SHELL: ['echo "first $1"', 'echo "second $1"; exit 3'],
  GLUE_PYTHON: [
    "import sys\nprint('first', sys.argv[1])",
    "import sys\nprint('second', sys.argv[1])\nsys.exit(3)",
  ],
  GLUE_NODEJS: [
    'console.log("first", process.argv[2])',
    'console.log("second", process.argv[2]); process.exitCode = 3',
  ],
  GLUE_PHP: ['<?php echo "first ", $argv[1], "\\n";', '<?php echo "second ", $argv[1], "\\n"; exit(3);'],
  GLUE_GROOVY: [
    groovy('XxlJobHelper.log("first " + XxlJobHelper.jobParam)'),
    groovy('throw new Exception("second")'),
  ],
} as const;

function groovy(text: string): string {
  const imports =
    "import com.xxl.job.core.context.XxlJobHelper\nimport com.xxl.job.core.handler.IJobHandler\n";
  return `${imports}class Text extends IJobHandler { void execute() { ${text} } }`;
}

// They wait for executors, and hardly for the processor.
vi.setConfig({ maxConcurrency: 50 });

let place: StoryPlace;
beforeAll(async () => {
  place = await StoryPlace.open(GROUPS);
  return () => place[Symbol.asyncDispose]();
}, 240_000);

describe.concurrent("an executor of XXL-JOB as it is, with a client", () => {
  const cases = TARGETS.flatMap((target) =>
    Object.keys(SCENARIOS).map((scenario) => ({ ...target, scenario })),
  );
  it.for(cases)("$client $scenario", { timeout: 240_000 }, async ({ app, scenario }, { expect }) => {
    await SCENARIOS[scenario]?.(place, app, expect);
  });

  // The Go client is sent one run of a handler at a time.
  it.for(TARGETS.filter(({ client }) => client !== "go"))(
    "$client discards, replaces or queues a run where its job says so",
    { timeout: 240_000 },
    ({ app }, { expect }) => leavesToExecutor(place, app, expect),
  );

  it.for(GROUPS)(
    "$app shares a run over its nodes",
    { timeout: 240_000 },
    async ({ app, clients }, { expect }) => {
      const shard = await place.createJob(app, "shard", {}, { broadcast: true });
      expect(await place.ended(await place.trigger(shard))).toMatchObject({
        state: "Succeeded",
        result: clients.map((_, index) => `${index} of ${clients.length}`),
      });
    },
  );

  it.for(Object.entries(SCRIPTS))(
    "java 3.3 runs %s as it was last saved, and its exit code decides",
    { timeout: 240_000 },
    async ([glueType, [source, changed]], { expect, skip }) => {
      skip(glueType === "GLUE_PHP" && !hasScriptTool("php"), "There is no php here");
      const app = StoryPlace.aloneApp("java 3.3");
      const job = await place.createJob(app, glueType, {}, { handler: "", glueType, glueSource: source });
      const done = await place.trigger(job, "Ada");
      expect(await place.ended(done)).toMatchObject({ state: "Succeeded" });
      await place.logged(done, "first Ada");
      await place.saveSource(job, changed, 1);
      const failed = await place.trigger(job, "Ada");
      expect(await place.ended(failed)).toMatchObject({
        state: "Terminated",
        error: { code: "executor_failed" },
      });
      await place.logged(failed, "second");
    },
  );
});

it(
  "all of them outlive a scheduler that is killed and started again",
  { timeout: 240_000 },
  async ({ expect, onTestFinished }) => {
    onTestFinished(() => place.startScheduler());
    const held = await Promise.all(
      TARGETS.map(async ({ app, resends }) => {
        const job = await place.createJob(app, "hold");
        const file = join(place.folder, `release-${job}`);
        const id = await place.trigger(job, file);
        await place.logged(id, "holding");
        return { id, file, resends };
      }),
    );
    await place.killScheduler();
    for (const { file, resends } of held) if (resends) await writeFile(file, "");
    await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
    await place.startScheduler();
    for (const { file } of held) await writeFile(file, "");
    for (const { id } of held) {
      expect(await place.ended(id)).toMatchObject({ state: "Succeeded", result: "held", error: null });
      expect((await place.log(id)).split("Sending run")).toHaveLength(2);
    }
  },
);
