import { isFileValue, runOfFile } from "@mojob/core/ports";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { scriptRunner } from "@mojob/script-runner";

// Two scripts leave a file each, a third one joins them and counts lines before and after. What it prints says whether it was right. The
// files are values: they go from node to node, on whichever worker each runs, and the task's result is one of them, to be downloaded.

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "files",
  inMemory: true,
  jobs: [],
  runners: [scriptRunner({ languages: ["shell"], sandbox: "unsandboxed" })],
  hooks: { onRunEnd: () => {} },
});

const MONTH = `printf '%s' "$MOJOB_PARAM_text" > "$MOJOB_OUTPUTS_DIR/month.csv"`;
const JOIN = `
lines() { grep -c '' "$1"; }
before=$(($(lines "$MOJOB_PARAM_file1") + $(lines "$MOJOB_PARAM_file2")))
joined="$MOJOB_OUTPUTS_DIR/months.csv"
cat "$MOJOB_PARAM_file1" "$MOJOB_PARAM_file2" > "$joined"
after=$(lines "$joined")
echo "lines: $after"
if [ "$after" -eq "$before" ]; then echo success; else echo failed; fi
`;

/** A node that leaves a text as a file. */
const month = (id: string, text: string): object => ({
  id,
  type: "job",
  job: {
    work: { kind: "script", language: "shell", source: MONTH },
    results: [{ name: "file", type: "file", expression: "$.SELF.RESULT.files['month.csv']" }],
  },
  params: [{ name: "text", expression: text }],
});

await scheduler.jobs.create({
  key: "files.join",
  app: "files",
  kind: "triggered",
  work: {
    kind: "task",
    body: {
      engine: 1,
      params: [{ name: "january", type: "text", required: true }],
      nodes: [
        month("january", "$.TASK.PARAMS.january"),
        month("february", "'2,beta\n'"),
        {
          id: "concat",
          type: "job",
          pre: [{ node: "january" }, { node: "february" }],
          job: {
            work: { kind: "script", language: "shell", source: JOIN },
            successCondition: { type: "logic", expression: "$.SELF.LOG#'success'" },
            results: [
              { name: "fileOutput", type: "file", expression: "$.SELF.RESULT.files['months.csv']" },
              {
                name: "lines",
                type: "number",
                expression: "number({$.SELF.OUTPUT}:REGEX:'lines: ([0-9]+)')",
              },
            ],
          },
          params: [
            { name: "file1", expression: "$.JOB['january'].RESULT.file" },
            { name: "file2", expression: "$.JOB['february'].RESULT.file" },
          ],
        },
      ],
      results: [
        { name: "fileOutput", type: "file", expression: "$.JOB['concat'].RESULT.fileOutput" },
        { name: "lines", type: "number", expression: "$.JOB['concat'].RESULT.lines" },
      ],
    },
  },
});

// The second time the first file has no end of line, so that two lines become one.
for (const january of ["1,alpha\n", "1,alpha"]) {
  const { id } = await scheduler.trigger("files.join", { january });
  const { state, result, error } = await scheduler.ended(id);
  const { fileOutput, lines } = (result ?? {}) as { fileOutput?: unknown; lines?: number };
  if (!isFileValue(fileOutput)) {
    console.log(`${state}: ${error?.message}`);
    continue;
  }
  console.log(`${state}: ${lines} lines in ${fileOutput.name}, ${fileOutput.size} bytes`);
  const { open } = await scheduler.instances.file(runOfFile(fileOutput), fileOutput.name);
  console.log(JSON.stringify(await new Response(open()).text()));
}

await close();
