import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@mojob/node";
import { freeLowPorts } from "@mojob/test-services/owned-process";
import { type SpawnedProgram, spawnCommand } from "@mojob/test-services/spawned-program";
import { until } from "@mojob/test-services/until";
import { resolveXxlClient } from "@mojob/test-services/xxl-clients";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { APP, createStores, type GatewaySetup, openPlace, TOKEN } from "../fixtures/gateway-setup.ts";

// The Go client as it is, in what only its own process shows: the story in examples/xxl-executors has the rest.

let place: GatewaySetup;
let folder: string;
let program: SpawnedProgram;
let server: Awaited<ReturnType<typeof serve>>;
/** Whether results are stored; an executor gets an error otherwise, as from a scheduler that is away. */
let takesResults = true;
let refusals = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mojob-xxl-"));
  place = await openPlace(createStores(), { checkEveryMs: 50, lostAfterMs: 3_600_000 });
  server = await serve(
    (request) => {
      if (takesResults || !request.url.endsWith("/callback"))
        return place.gateway.handle(request) as Promise<Response>;
      refusals += 1;
      return new Response(null, { status: 503 });
    },
    { hostname: "127.0.0.1", port: 0 },
  );
  const [port] = await freeLowPorts(1);
  const { program: name, args, environment } = await resolveXxlClient("go");
  program = spawnCommand(name, args, {
    env: {
      ...environment,
      XXL_ADMIN: server.url,
      XXL_TOKEN: TOKEN,
      XXL_APP: APP,
      XXL_PORT: String(port),
      XXL_FOLDER: folder,
    },
  });
  await until("the executor to register", async () =>
    (await place.embedded.scheduler.workers()).some(({ runtime }) => runtime === "xxl-job"),
  );
}, 120_000);

afterAll(async () => {
  await program[Symbol.asyncDispose]();
  await place.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  takesResults = true;
  refusals = 0;
});

let files = 0;

/** Starts a run that goes on until the file exists; its log says that it has begun. */
async function hold(): Promise<{ readonly id: string; readonly file: string }> {
  const file = join(folder, `release-${(files += 1)}`);
  const id = await place.trigger({ handler: "hold" }, {}, file);
  await until("the run to begin", async () => (await place.lines(id)).includes("holding"));
  return { id, file };
}

describe("xxl-job-executor-go as it is", () => {
  it("refuses an unknown handler with a list, which is read as a refusal", async () => {
    const { state, error } = await place.ended(await place.trigger({ handler: "unknown" }));
    expect([state, error?.code]).toEqual(["Terminated", "executor_refused"]);
    expect(error?.message).toContain("Task not registered");
  });

  it("loses a result that nobody takes: the run ends, and says that its result is not known", async () => {
    const { id, file } = await hold();
    takesResults = false;
    await writeFile(file, "");
    const { state, error } = await place.ended(id);
    expect([state, error?.code]).toEqual(["Terminated", "executor_result_lost"]);
    expect(refusals).toBe(1);
    expect(await place.lines(id)).toContain("released");
  });

  it("has a run for as long as it says so, and takes two of a handler one after the other", async () => {
    const first = await hold();
    const file = join(folder, `release-${(files += 1)}`);
    const second = await place.trigger({ handler: "hold" }, {}, file);
    await writeFile(file, "");
    // Each waits for what the executor is asked in between.
    const asked = program.output().split("idleBeat").length;
    await until(
      "the executor to be asked some times",
      () => program.output().split("idleBeat").length > asked + 3,
    );
    expect(await place.lines(second)).not.toContain("holding");
    await writeFile(first.file, "");
    for (const id of [first.id, second])
      expect(await place.ended(id)).toMatchObject({ state: "Succeeded", result: "held" });
  });
});
