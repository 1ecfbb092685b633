import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FEATURES } from "@mojob/features";
import { fileRunner } from "@mojob/file-runner";
import { startEmbedded } from "@mojob/runtime-local";

// Files of a day are joined to one, packed, and unpacked again, by jobs that have no code: each says what is done, and where. A job
// does nothing outside the folders that its worker has names for.

const folder = await mkdtemp(join(tmpdir(), "file-jobs-"));
await mkdir(join(folder, "in/2026-11-30"), { recursive: true });
await mkdir(join(folder, "out"));
await writeFile(join(folder, "in/2026-11-30/berlin.csv"), "berlin,240\n");
await writeFile(join(folder, "in/2026-11-30/paris.csv"), "paris,310\n");

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "shop",
  inMemory: true,
  jobs: [],
  runners: [
    fileRunner({
      roots: { in: { folder: join(folder, "in"), readOnly: true }, out: { folder: join(folder, "out") } },
    }),
  ],
  hooks: { onRunEnd: () => {} },
});

async function run(key: string, work: object): Promise<void> {
  await scheduler.jobs.create({
    key,
    app: "shop",
    kind: "triggered",
    work: { kind: "file", ...work },
  } as never);
  const { id } = await scheduler.trigger(key, { day: "2026-11-30" });
  const { result, error } = await scheduler.ended(id);
  console.log(`${key}: ${error?.code ?? JSON.stringify(result)}`);
}

await run("list", { do: "list", at: "in:{args.day}", match: "*.txt" });
await run("join", { do: "concat", from: "in:{args.day}", match: "*.csv", to: "out:{args.day}.csv" });
await run("pack", {
  do: "pack",
  from: "in:{args.day}",
  to: { store: "{args.day}.tar.gz" },
  format: "tar.gz",
});
await run("check", { do: "read", from: "out:{args.day}.csv" });
await run("elsewhere", { do: "read", from: "in:../out/{args.day}.csv" }).catch((error: Error) =>
  console.log(error.message.split(":")[0]),
);
await run("twice", { do: "concat", from: "in:{args.day}", to: "out:{args.day}.csv" });
console.log((await readFile(join(folder, "out/2026-11-30.csv"), "utf8")).trim().replaceAll("\n", "; "));

await close();
await rm(folder, { recursive: true });
