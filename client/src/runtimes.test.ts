import { connectScheduler } from "@mojob/client";
import { BUN, DENO } from "@mojob/test-services/runtimes";
import { NODE } from "@mojob/test-services/spawned-program";
import { describe, expect, it } from "vitest";
import { spawnClient, spawnScheduler, spawnWorker, temporaryFolder, TOKEN } from "../fixtures/spawned.ts";

describe.each([NODE, BUN, DENO])("on $name", (runtime) => {
  it("a client does what it does on the other runtimes", { timeout: 120_000 }, async () => {
    using folder = temporaryFolder();
    await using server = await spawnScheduler(folder.file("own.db"));
    await using client = spawnClient(server.url, runtime);
    expect((await client.exit).code, client.output()).toBe(0);
    expect(
      client
        .output()
        .split("\n")
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { first: { type: "ready" } },
      { result: { sentTo: "ada" }, key: "mail.send" },
      { failed: "run_failed" },
      { unknown: "job_not_found" },
      { refused: "unauthorized" },
      { late: "timeout" },
      { left: "left" },
      { cancelled: "cancelled" },
      { many: 1200, last: { sentTo: "1199" } },
      { listed: 1201, again: { sentTo: "ada" } },
      { seen: true },
    ]);
  });

  it("a remote worker runs jobs, and ends with what it has begun", { timeout: 120_000 }, async () => {
    using folder = temporaryFolder();
    await using server = await spawnScheduler(folder.file("own.db"));
    await using worker = await spawnWorker(server.url, runtime);
    const scheduler = connectScheduler({ url: server.url, token: TOKEN });
    expect(await (await scheduler.trigger("shop.parent", 3)).result()).toEqual({ child: 6, kept: true });
    const stored = await (await scheduler.trigger("shop.write", 1_250_000)).result();
    expect(stored).toMatchObject({ large: { size: 1_250_000 }, small: { name: "a b.txt", size: 6 } });
    expect(await (await scheduler.trigger("shop.read", stored)).result()).toEqual({
      bytes: 1_250_000,
      text: "开始",
    });
    const slow = await scheduler.trigger("shop.slow", { ms: 1000 });
    await worker.line(new RegExp(`^began ${slow.id}`));
    worker.signal("SIGTERM");
    expect((await worker.exit).code, worker.output()).toBe(0);
    expect(await scheduler.ended(slow.id)).toMatchObject({ state: "Succeeded", attempt: 1 });
  });
});
