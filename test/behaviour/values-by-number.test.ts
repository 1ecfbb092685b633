import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { scriptRunner } from "@mojob/script-runner";
import { expect, it, onTestFinished } from "vitest";

async function run(body: object, args: object): Promise<{ state: string; result: unknown; error: unknown }> {
  const { scheduler, close } = await startEmbedded({
    features: FEATURES,
    app: "a",
    inMemory: true,
    jobs: [],
    runners: [scriptRunner({ languages: ["shell"], programs: { shell: "bash" }, sandbox: "unsandboxed" })],
    hooks: { onRunEnd: () => {} },
  });
  onTestFinished(close);
  const work = { kind: "task", body: { engine: 1, ...body } };
  await scheduler.jobs.create({ key: "t", app: "a", kind: "triggered", work } as never);
  const { id } = await scheduler.trigger("t", args);
  const { state, result, error } = await scheduler.ended(id, { timeoutMs: 20_000 });
  return { state, result, error: error?.message ?? null };
}

const shell = (source: string): object => ({ kind: "script", language: "shell", source });

// The fourth seed's example 4.4.1: its parameters, its output, its success condition and its program, with its quotes.
const PROGRAM = `#!/bin/bash
LINE1=\`wc -l \${file1} | awk '{print $1}'\`
echo \${LINE1}
LINE2=\`wc -l \${file2} | awk '{print $1}'\`
echo \${LINE2}
cat \${file2} >> \${file1}
LINE3=\`wc -l \${file1} | awk '{print $1}'\`
echo \${LINE3}
SUM=\`expr \${LINE1}+\${LINE2}\`
if (( \${LINE3} == \${SUM} ))
then echo 'success'
else echo 'failed'
fi`;

it("a job names itself in its condition and its outputs, as in the example of joined text files", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mojob-concat-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [file1, file2] = [join(folder, "1.txt"), join(folder, "2.txt")];
  await writeFile(file1, "a\nb\n");
  await writeFile(file2, "c\n");
  const concat = {
    id: "concat",
    type: "job",
    job: {
      work: shell(PROGRAM),
      params: ["file2", "file1"].map((name) => ({ name, type: "file" })),
      results: [
        { name: "fileOutput", type: "file", expression: "$.JOB[‘concat’].PARAMS[‘file1’]" },
        { name: "second", type: "file", expression: "$.JOB['concat'].PARAMS[0]" },
      ],
      successCondition: { type: "logic", expression: "$.JOB[‘concat’].LOG#’success’" },
    },
    params: ["file1", "file2"].map((name) => ({ name, expression: `$.TASK.PARAMS.${name}` })),
  };
  const results = [
    { name: "of", type: "json", expression: "$.JOB['concat'].RESULT" },
    { name: "byNumber", type: "file", expression: "$.JOB['concat'].PARAMS[0]" },
    { name: "first", type: "file", expression: "$.TASK.PARAMS[0]" },
    { name: "size", type: "text", expression: "length($.JOB['concat'].OUTPUT) > 3 ? 'large' : 'small'" },
  ];
  const params = ["file1", "file2"].map((name) => ({ name, type: "file", required: true }));
  const [one, other] = [{ $file: file1 }, { $file: file2 }];
  const seen = await run({ params, nodes: [concat], results }, { file2: other, file1: one });
  expect(seen).toMatchObject({
    state: "Succeeded",
    result: { of: { fileOutput: one, second: other }, byNumber: other, first: one, size: "large" },
  });
  expect(await readFile(file1, "utf8")).toBe("a\nb\nc\n");
});
