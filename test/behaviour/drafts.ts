import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness } from "./deployment.ts";
import { inState } from "./states.ts";
import { TaskCalls } from "./task-calls.ts";

interface VersionJson {
  readonly version: number;
  readonly draft: boolean;
}

const bodyOf = (...signals: readonly string[]): object => ({
  engine: 1,
  nodes: signals.map((signal) => ({ id: signal, type: "wait", for: { signal } })),
});

/** Bodies that are saved without being put in force. */
export function describeDrafts(harness: DeploymentHarness): void {
  describe(`drafts (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const save = ({ api }: Deployment, path: string, body: object) =>
      api.call<VersionJson>("POST", `/jobs/task/script/${path}`, body);

    test("no run has a draft, whatever is saved meanwhile, until it is released as a version of its own", async () => {
      const deployment = await harness.open({ jobs: [] });
      const tasks = new TaskCalls(deployment);
      await tasks.create("task", bodyOf("first"));
      const source = JSON.stringify(bodyOf("first", "second"));
      expect(await save(deployment, "drafts", { source })).toMatchObject({
        status: 201,
        body: { version: 2, draft: true },
      });
      const { id } = await deployment.api.trigger("task");
      await deployment.until("its wait to begin", async () => (await tasks.nodes(id))["first"] === "Waiting");
      expect(await tasks.read(id)).toMatchObject({ version: 1, nodes: [{ id: "first" }] });
      const migration = { type: "migrate", version: 2 };
      expect(await tasks.call("POST", id, "/task/operations", migration)).toMatchObject({ status: 409 });

      const another = JSON.stringify(bodyOf("another"));
      expect(await save(deployment, "versions", { source: another, expectedVersion: 1 })).toMatchObject({
        status: 200,
        body: { version: 3, draft: false },
      });
      const released = await save(deployment, "versions/2/release", { expectedVersion: 3 });
      expect(released).toMatchObject({ status: 200, body: { version: 4, draft: false, restored: 2 } });
      const versions = await deployment.api.call<{ items: readonly VersionJson[] }>(
        "GET",
        "/jobs/task/script/versions",
      );
      expect(versions.body.items.map(({ version, draft }) => [version, draft])).toEqual([
        [4, false],
        [3, false],
        [2, true],
        [1, false],
      ]);
      const moved = await tasks.call("POST", id, "/task/operations", { type: "migrate", version: 4 });
      expect(moved.status).toBe(200);
      for (const signal of ["first", "second"]) {
        // The second begins once the first has ended.
        // oxlint-disable-next-line no-await-in-loop
        const given = await tasks.call("POST", id, "/task/operations", { type: "signal", signal });
        expect(given.status).toBe(200);
      }
      await inState(deployment, id, "Succeeded");
    });
  });
}
