import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { untilTrue } from "../../services/until.ts";
import { readText, repositoryFiles } from "../repository.ts";
import { readWalks } from "./walk-tables.ts";
import { filesOfFire, type WalkedSetup, walkedSetup } from "./walked-files.ts";

/** What a real run goes through beside its walk, and why a reader need not. */
const ASIDE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "http/src/management-app.ts": "around every route",
    "http/src/route/mount-routes.ts": "around every route",
    "http/src/route/compress-json.ts": "around every route",
    "http/src/route/security-headers.ts": "around every route",
    "http/src/resources/instances/show.ts": "makes the reply",
    "core/src/control/jobs/jobs.ts": "names the job in the reply",
    "core/src/control/instances/instances.ts": "says in the reply what a run waits for",
    "core/src/control/jobs/find-job.ts": "looks up the job",
    "core/src/definition/definition-cache.ts": "looks up the job",
    "core/src/dispatch/execution-requests.ts": "passes other events, as of ends, to the bus behind",
    "core/src/running/run-intake.ts": "holds the attempt while it runs",
    "adapters/memory/src/stores/store-watchers.ts": "is one store's watch",
  }),
);

describe("the walks of the architecture page", () => {
  const files = new Set(repositoryFiles());
  const found = readWalks();

  it("are there", () => {
    expect(found.length).toBeGreaterThanOrEqual(5);
  });

  it.each(found.flatMap(({ steps }) => steps))("$file has $name", ({ file, name }) => {
    expect(files).toContain(file);
    expect(readText(file)).toContain(name);
  });

  it.each(found)("$intro", ({ intro, steps }) => {
    const [, sum = ""] = /(?<![a-z])(\d+) (?:files?|rules)/.exec(intro) ?? [];
    expect(steps.length).toBe(Number(sum));
  });
});

describe("a real run passes no file that its walk leaves out", () => {
  let place: WalkedSetup;
  beforeAll(async () => {
    place = await walkedSetup();
    // The first one fills the caches.
    await ended(await begun());
  });
  afterAll(() => place.close());

  async function stateOf(id: string): Promise<string> {
    return (await place.scheduler.instances.get(id)).state;
  }

  async function begun(): Promise<string> {
    const { id } = await place.request("POST", "jobs/walks.greet/instances");
    await untilTrue(async () => (await stateOf(id)) === "Processing");
    return id;
  }

  async function ended(id: string): Promise<void> {
    place.finish();
    await untilTrue(async () => (await stateOf(id)) === "Succeeded");
  }

  function leftOut(heading: string, walked = place.walked.take()): readonly string[] {
    const walk = readWalks().find((table) => table.heading === heading);
    const rows = new Set(walk?.steps.map(({ file }) => file));
    return walked.filter((file) => !rows.has(file) && !ASIDE.has(file));
  }

  it("from a trigger to its end", async () => {
    place.walked.take();
    await ended(await begun());
    expect(leftOut("From a trigger to the end of its run")).toEqual([]);
  });

  it("from a cancel to its end", async () => {
    const id = await begun();
    place.walked.take();
    await place.request("POST", `instances/${id}/cancel`);
    await untilTrue(async () => (await stateOf(id)) === "Cancelled");
    expect(leftOut("From a cancel to the end of its run")).toEqual([]);
  });

  it("from a due time to the record of its run", async () => {
    const walked = await filesOfFire();
    expect(walked).toContain("core/src/duties/firing-loop.ts");
    expect(leftOut("From a due time to the record of its run", walked)).toEqual([]);
  });
});
