import { hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMoJobError } from "@mojob/core/ports";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE, spawnProgram } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../fixtures/temporary-folder.ts";
import { openSqlite } from "./open-sqlite.ts";

const WRITER = fileURLToPath(new URL("../fixtures/writer-program.ts", import.meta.url));
/** Two seconds at most on a machine that has time. */
const TAKEOVER_MS = 15_000;

describe("the owner of a file", () => {
  it("is one store at a time, also in one process, until it is closed", async () => {
    const path = join(temporaryFolder(), "deep", "mojob.db");
    const first = await openSqlite(path);
    const refusal = await openSqlite(path).catch((error: unknown) => error);
    expect(isMoJobError(refusal, "lock_held")).toBe(true);
    await first.close();
    await (await openSqlite(path)).close();
  });

  it.each([NODE, BUN, DENO])("is named at once to a second process, on $name", async (runtime) => {
    const path = join(temporaryFolder(), "mojob.db");
    await using owner = spawnProgram(runtime, WRITER, { args: [path, "idle"] });
    await owner.line(/open/);
    const refusal = await openSqlite(path).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "lock_held" });
    const { message } = refusal as Error;
    expect(message).toContain(`process ${owner.pid} on "${hostname()}", since 20`);
  });

  it.each([NODE, BUN, DENO])(
    "is followed within two seconds by one that stands by, when it is killed on $name",
    async (runtime) => {
      const path = join(temporaryFolder(), "mojob.db");
      await using owner = spawnProgram(runtime, WRITER, { args: [path, "idle"] });
      await owner.line(/open/);
      const standby = openSqlite(path, { whenHeld: "wait" });
      const wasFirst = await Promise.race([
        standby.then(() => "standby"),
        openSqlite(path).catch(() => "owner"),
      ]);
      expect(wasFirst).toBe("owner");
      owner.signalAlone("SIGKILL");
      await owner.exit;
      const killedAtMs = performance.now();
      await (await standby).close();
      expect(performance.now() - killedAtMs).toBeLessThan(TAKEOVER_MS);
    },
  );

  it("is waited for until the signal aborts", async () => {
    const path = join(temporaryFolder(), "mojob.db");
    const owner = await openSqlite(path);
    const abort = new AbortController();
    const standby = openSqlite(path, { whenHeld: "wait", signal: abort.signal });
    abort.abort();
    await expect(standby).rejects.toMatchObject({ code: "lock_held" });
    await owner.close();
  });
});
