import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbedded } from "@mojob/runtime-local";
import { scriptRunner } from "@mojob/script-runner";

// A script appends one file to another and counts lines before and after. What it prints says whether it was right, and the task goes
// on with the name of the file and the number of lines, which are taken from the same text.

const folder = await mkdtemp(join(tmpdir(), "join-files-"));
const [first, second] = [join(folder, "january.csv"), join(folder, "february.csv")];

const { scheduler, close } = await startEmbedded({
  app: "files",
  inMemory: true,
  jobs: [],
  runners: [scriptRunner({ languages: ["shell"], sandbox: "unsandboxed" })],
  hooks: { onRunEnd: () => {} },
});

const SOURCE = `
param() { sed -n 's/.*"'"$1"'":"\\([^"]*\\)".*/\\1/p' "$MOJOB_ARGS_FILE"; }
lines() { grep -c '' "$1"; }
file1=$(param file1) file2=$(param file2)
before=$(($(lines "$file1") + $(lines "$file2")))
cat "$file2" >> "$file1"
after=$(lines "$file1")
echo "lines: $after"
if [ "$after" -eq "$before" ]; then echo success; else echo failed; fi
`;

await scheduler.jobs.create({
  key: "files.join",
  app: "files",
  kind: "triggered",
  work: {
    kind: "task",
    body: {
      engine: 1,
      params: [
        { name: "file1", type: "text", required: true },
        { name: "file2", type: "text", required: true },
      ],
      nodes: [
        {
          id: "concat",
          type: "job",
          job: {
            work: { kind: "script", language: "shell", source: SOURCE },
            successCondition: { type: "logic", expression: "$.SELF.LOG#'success'" },
            results: [
              { name: "fileOutput", type: "text", expression: "$.SELF.PARAMS['file1']" },
              {
                name: "lines",
                type: "number",
                expression: "number({$.SELF.OUTPUT}:REGEX:'lines: ([0-9]+)')",
              },
            ],
          },
          params: [
            { name: "file1", expression: "$.TASK.PARAMS.file1" },
            { name: "file2", expression: "$.TASK.PARAMS.file2" },
          ],
        },
      ],
      results: [
        { name: "fileOutput", type: "text", expression: "$.JOB['concat'].RESULT.fileOutput" },
        { name: "lines", type: "number", expression: "$.JOB['concat'].RESULT.lines" },
      ],
    },
  },
});

// The second time the first file has no end of line, so that two lines become one.
for (const january of ["1,alpha\n", "1,alpha"]) {
  await Promise.all([writeFile(first, january), writeFile(second, "2,beta\n")]);
  const { id } = await scheduler.trigger("files.join", { file1: first, file2: second });
  const { state, result, error } = await scheduler.ended(id);
  const { fileOutput, lines } = (result ?? {}) as { fileOutput?: string; lines?: number };
  console.log(`${state}: ${fileOutput === first ? `${lines} lines` : error?.message}`);
  console.log(JSON.stringify(await readFile(first, "utf8")));
}

await close();
await rm(folder, { recursive: true });
