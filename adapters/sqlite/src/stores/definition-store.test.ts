import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { defineTriggeredJob } from "@mojob/core";
import { startEmbedded } from "@mojob/runtime-local";
import { expect, it, onTestFinished } from "vitest";
import { openSqlite } from "../mod.ts";

it("a definition that cannot be read is named and left out, and all others go on", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mojob-damaged-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "jobs.db");
  const jobs = [defineTriggeredJob({ key: "greet", execute: () => "Hello" })];
  const tenants = ["acme", "globex"];
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const start = async () => {
    const stores = await openSqlite(path, { onError });
    const embedded = await startEmbedded({ app: "shop", jobs, tenants, ...stores, onError });
    return { embedded, close: () => embedded.close().then(() => stores.close()) };
  };
  const first = await start();
  const acme = first.embedded.deployment.scheduler({ tenant: "acme" });
  for (const key of ["made.one", "made.two"])
    await acme.jobs.create({ key, app: "shop", kind: "triggered", work: { kind: "code", handler: "greet" } });
  await first.close();
  const file = new DatabaseSync(path);
  file.exec("UPDATE definitions SET record = '' WHERE key = 'made.one'");
  file.close();
  const second = await start();
  onTestFinished(second.close);
  const { jobs: shown } = second.embedded.deployment.scheduler({ tenant: "acme" });
  const { items } = await shown.list({}, { limit: 10 });
  expect(items.map(({ definition }) => definition.key)).toEqual(["greet", "made.two"]);
  await expect(shown.get("made.one")).rejects.toMatchObject({ code: "job_not_found" });
  const run = await second.embedded.deployment.scheduler({ tenant: "globex" }).trigger("greet");
  expect(await run.result()).toBe("Hello");
  expect(errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('job "made.one" of tenant "acme"') }),
  ]);
});
