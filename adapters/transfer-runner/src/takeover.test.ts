import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FEATURES } from "@mojob/features";
import { startEmbedded } from "@mojob/runtime-local";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { transferRunner } from "@mojob/transfer-runner";
import { describe, expect, it, onTestFinished } from "vitest";
import { type ServedFiles, serveFiles } from "../fixtures/servers.ts";
import { TransferSetup } from "../fixtures/transfer-setup.ts";

const MEMBER = fileURLToPath(new URL("../fixtures/member-program.ts", import.meta.url));
const TIMEOUT_MS = 120_000;
const PART = ".mojob-part-";
const MB = 1024 * 1024;
const SLOW = { bytesPerSecond: 8 * MB };

/** A server with a file that takes some seconds. */
async function serve(): Promise<{
  served: ServedFiles;
  setup: TransferSetup;
  large: Buffer;
  options: object;
}> {
  const served = await serveFiles("ftp", SLOW);
  onTestFinished(() => served[Symbol.asyncDispose]());
  const setup = new TransferSetup(served.connection);
  onTestFinished(() => setup.remove());
  const large = randomBytes(24 * MB);
  served.put("large", large);
  const roots = { out: { folder: setup.path("out") } };
  return { served, setup, large, options: { connections: { partner: served.connection }, roots } };
}

const WORK = { kind: "transfer", connection: "partner", do: "download", from: "large", to: "out:target" };

describe("a transfer", () => {
  it(
    "begins again in the process that takes over from one that is killed, and leaves a whole file alone",
    { timeout: TIMEOUT_MS },
    async () => {
      const { setup, large, options } = await serve();
      const folder = mkdtempSync(join(tmpdir(), "mojob-takeover-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const args = [join(folder, "jobs.db"), JSON.stringify(options), JSON.stringify(WORK)];
      await using first = spawnProgram(NODE, MEMBER, { args });
      await first.line(/^triggered/);
      await expect
        .poll(() => setup.names("out").some((name) => name.startsWith(PART)), {
          timeout: 30_000,
          interval: 5,
        })
        .toBe(true);
      await using second = spawnProgram(NODE, MEMBER, { args });
      first.signalAlone("SIGKILL");
      await first.exit;
      const ended = JSON.parse(await second.line(/^\{/)) as object;
      expect(ended).toMatchObject({ state: "Succeeded", attempt: 2, isAuditWhole: true });
      expect(setup.names("out")).toEqual(["target"]);
      expect(readFileSync(setup.path("out/target")).equals(large)).toBe(true);
    },
  );

  it(
    "goes on to its end where its tenant is disabled meanwhile, and none begins",
    { timeout: TIMEOUT_MS },
    async () => {
      const { setup, large, options } = await serve();
      const runners = [transferRunner(options as never)];
      const { scheduler, close } = await startEmbedded({
        features: FEATURES,
        app: "shop",
        jobs: [],
        runners,
      });
      onTestFinished(() => close());
      const job = { key: "shop.fetch", app: "shop", kind: "triggered" };
      await scheduler.jobs.create({ ...job, options: { maxConcurrency: null }, work: WORK } as never);
      const { instance } = await scheduler.trigger("shop.fetch");
      await expect.poll(() => setup.names("out").some((name) => name.startsWith(PART))).toBe(true);
      await scheduler.settings.change({ disabled: true }, null);
      await expect(scheduler.trigger("shop.fetch")).rejects.toMatchObject({ code: "tenant_disabled" });
      expect(await scheduler.ended(instance.id)).toMatchObject({ state: "Succeeded" });
      expect(setup.names("out")).toEqual(["target"]);
      expect(readFileSync(setup.path("out/target")).equals(large)).toBe(true);
    },
  );
});
