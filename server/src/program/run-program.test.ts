import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RuntimeAdapter } from "@mojob/core/platform";
import * as node from "@mojob/node";
import { openSqlite } from "@mojob/sqlite";
import { expect, it, onTestFinished } from "vitest";
import { parseConfiguration } from "../configuration/parse-configuration.ts";
import { openDeployment } from "../deployment/open-deployment.ts";
import { runProgram } from "./run-program.ts";

it("ends at a signal while it waits for a file that another process holds", async () => {
  const folder = await mkdtemp(join(tmpdir(), "mojob-waiting-"));
  const path = join(folder, "mojob.db");
  const owner = await openSqlite(path);
  onTestFinished(async () => {
    await owner.close();
    await rm(folder, { recursive: true });
  });
  const asked = Promise.withResolvers<() => void>();
  const platform: RuntimeAdapter = {
    ...node,
    onShutdownSignal: (callback) => {
      asked.resolve(() => callback("SIGTERM"));
      return () => {};
    },
  };
  const exited = Promise.withResolvers<number>();
  const errors: unknown[] = [];
  runProgram({
    platform,
    exit: exited.resolve,
    onError: (error) => errors.push(error),
    open: (_end, signal) =>
      openDeployment(
        parseConfiguration({ MOJOB_STORE: `sqlite:${path}`, MOJOB_WHEN_HELD: "wait", MOJOB_PORT: "0" }),
        { platform, signal },
      ),
  });
  (await asked.promise)();
  expect([await exited.promise, errors]).toEqual([0, []]);
});
