import { join } from "node:path";
import { aChange, anInstance } from "@mojob/contract-tests";
import type { JobInstance } from "@mojob/core/ports";
import { expect, it } from "vitest";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { openSqlite } from "./open-sqlite.ts";

const PARTS = 20_000;
const WHOLES = 300;
const PAGE = 1000;

/** Milliseconds that it takes to remove the runs of a job, with so many parts of a task before them, which are kept. */
async function sweepBehind(parts: number): Promise<number> {
  const stores = await openSqlite(join(temporaryFolder(), "mojob.db"), { relaxed: true });
  const { instances, queries, retention } = stores.store;
  const of = "task-run";
  const end = async (runs: readonly JobInstance[]): Promise<void> => {
    await instances.insert(runs);
    await instances.update(
      runs.map((run) => aChange(run, { set: { state: "Succeeded", completedAt: run.createdAt } })),
    );
  };
  await instances.insert([anInstance({ id: of, jobKey: "task" })]);
  for (let from = 0; from < parts; from += PAGE) {
    const names = Array.from({ length: PAGE }, (_, index) => `each:${from + index}`);
    await end(names.map((name) => anInstance({ id: `~${of}/#${name}`, jobKey: "leaf", part: { of, name } })));
  }
  const later = new Date(anInstance().createdAt.getTime() + 60_000);
  await end(
    Array.from({ length: WHOLES }, (_, n) =>
      anInstance({ id: `run-${n}`, jobKey: "leaf", createdAt: later }),
    ),
  );
  const bounds = { tenant: "default", jobKey: "leaf", keep: 0, keepSkipped: 0, endedBefore: new Date(0) };
  const begunMs = performance.now();
  expect(await retention.sweep({ ...bounds, limit: WHOLES })).toBe(WHOLES);
  const tookMs = performance.now() - begunMs;
  expect(await queries.count({ tenant: "default", jobKey: "leaf" }, PARTS + 1)).toBe(parts);
  await stores.close();
  return tookMs;
}

it("runs are removed as quickly beside many parts of a task", { timeout: 90_000 }, async () => {
  // Parts are looked for where there are any at all.
  const few = await sweepBehind(PAGE);
  expect(await sweepBehind(PARTS)).toBeLessThan(5 * few + 50);
});
