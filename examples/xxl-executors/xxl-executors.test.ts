import { hasScriptTool } from "@mojob/test-services/script-tools";
import { describe, it } from "vitest";
import { describeStory, OUTAGE_MS } from "./fixtures/story.ts";
import { StorySetup } from "./story-setup.ts";

const place = describeStory([
  // It sends again each 30 s, without end.
  {
    app: "java",
    clients: ["java 2.2", "java 2.4", "java 3.3"],
    hasAppsAlone: true,
    resends: OUTAGE_MS >= 30_000,
  },
  { app: "newer", clients: ["3.5", "3.5"], resends: true },
  { app: "go", clients: ["go", "go"], resends: false },
]);

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

describe.concurrent("an executor of XXL-JOB in Java", () => {
  it.for(Object.entries(SCRIPTS))(
    "java 3.3 runs %s as it was last saved, and its exit code decides",
    { timeout: 240_000 },
    async ([glueType, [source, changed]], { expect, skip }) => {
      skip(glueType === "GLUE_PHP" && !hasScriptTool("php"), "There is no php here");
      const app = StorySetup.aloneApp("java 3.3");
      const job = await place().createJob(app, glueType, {}, { handler: "", glueType, glueSource: source });
      const done = await place().trigger(job, "Ada");
      expect(await place().ended(done)).toMatchObject({ state: "Succeeded" });
      await place().logged(done, "first Ada");
      await place().saveSource(job, changed, 1);
      const failed = await place().trigger(job, "Ada");
      expect(await place().ended(failed)).toMatchObject({
        state: "Terminated",
        error: { code: "executor_failed" },
      });
      await place().logged(failed, "second");
    },
  );
});
