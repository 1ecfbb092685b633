import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { FEATURES } from "@mojob/features";
import { fileRunner } from "@mojob/file-runner";
import { startEmbedded } from "@mojob/runtime-local";

// What jobs with files take, from the trigger to the end of the run: many small files, and one large file.

const [fileCount = "10000", largeMb = "1024", ...only] = process.argv.slice(2);
const FILES = Number(fileCount);
const LARGE_MB = Number(largeMb);
const ROUNDS = 3;

const folder = mkdtempSync(join(tmpdir(), "mojob-bench-files-"));
for (const name of ["in/small", "in/large", "out"]) mkdirSync(join(folder, name), { recursive: true });
const line = `${"0123456789abcde".repeat(4)}123\n`;
for (let index = 0; index < FILES; index += 1)
  writeFileSync(join(folder, `in/small/${String(index).padStart(6, "0")}.csv`), line.repeat(16));
const megabyte = Buffer.from(line.repeat(16_384));
for (let index = 0; index < LARGE_MB; index += 1)
  writeFileSync(join(folder, "in/large/file"), megabyte, { flag: "a" });

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "bench",
  inMemory: true,
  jobs: [],
  runners: [
    fileRunner({
      roots: { in: { folder: join(folder, "in"), readOnly: true }, out: { folder: join(folder, "out") } },
    }),
  ],
  hooks: { onRunEnd: () => {} },
});

async function measured(key: string, work: object): Promise<void> {
  if (only.length > 0 && !only.includes(key)) return;
  const request = { key, app: "bench", kind: "triggered", work: { kind: "file", ...work } };
  await scheduler.jobs.create(request as never);
  const times: number[] = [];
  let mostBytes = 0;
  const before = process.memoryUsage().rss;
  const watch = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage().rss)), 20);
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    const { id } = await scheduler.trigger(key);
    const { state, error } = await scheduler.ended(id);
    if (state !== "Succeeded") throw new Error(`${key}: ${error?.message ?? state}`);
    times.push(performance.now() - begun);
  }
  clearInterval(watch);
  const [median = 0] = times.toSorted((a, b) => a - b).slice(1, 2);
  const grown = Math.max(0, mostBytes - before) / 1024 / 1024;
  console.log(`${key}: ${median.toFixed(0)} ms, ${grown.toFixed(0)} MB more at most`);
}

const ifExists = "replace";
await measured("list", { do: "list", at: "in:small" });
await measured("join", { do: "concat", from: "in:small", match: "*.csv", to: "out:joined.csv", ifExists });
await measured("pack-zip", { do: "pack", from: "in:small", to: "out:small.zip", format: "zip", ifExists });
await measured("unpack-zip", { do: "unpack", from: "out:small.zip", to: "out:zip", format: "zip", ifExists });
await measured("pack-tar", {
  do: "pack",
  from: "in:small",
  to: "out:small.tar.gz",
  format: "tar.gz",
  ifExists,
});
await measured("unpack-tar", {
  do: "unpack",
  from: "out:small.tar.gz",
  to: "out:tar",
  format: "tar.gz",
  ifExists,
});
await measured("copy-large", { do: "copy", from: "in:large/file", to: "out:large", ifExists });
await measured("checksum-large", { do: "checksum", from: "in:large/file" });
await measured("split-large", {
  do: "split",
  from: "in:large/file",
  to: "out:parts",
  by: { lines: 100_000 },
  ifExists,
});

await close();
rmSync(folder, { recursive: true });
