import { defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { DeploymentHarness } from "./deployment.ts";
import { skipAhead } from "./pace.ts";

/** Longer than the pause of what makes exports. */
const PAUSE_MS = 3000;

interface ExportJson {
  readonly id: string;
  readonly state: string;
  readonly counts: Readonly<Record<string, number>>;
}

/** What ran as a file, whichever store keeps it. */
export function describeExports(harness: DeploymentHarness): void {
  describe(`exports (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    test("runs with their logs and files are made a file, by the control plane, for who reads them", async () => {
      const deployment = await harness.open({
        jobs: [
          defineTriggeredJob({
            key: "write",
            async execute(_, { log, files }) {
              log.info("begun");
              return files.write("out.txt", "hello");
            },
          }),
        ],
      });
      const { api } = deployment;
      const begun = await api.call<{ instance: { id: string } }>("POST", "/jobs/write/instances", {});
      const { id } = begun.body.instance;
      await deployment.until("the run has ended", async () => {
        const { body } = await api.call<{ state: string }>("GET", `/instances/${id}`);
        if (body.state !== "Succeeded") await skipAhead(harness, deployment, PAUSE_MS);
        return body.state === "Succeeded";
      });
      const from = new Date(deployment.now().getTime() - 86_400_000).toISOString();
      const to = new Date(deployment.now().getTime() + 86_400_000).toISOString();
      const include = ["definitions", "logs", "files", "facts", "history", "workers"];
      const asked = await api.call<{ export: ExportJson }>("POST", "/exports", { from, to, include });
      expect(asked.status).toBe(202);
      const made = await deployment.until("the export is made", async () => {
        const { body } = await api.call<{ export: ExportJson }>("GET", `/exports/${asked.body.export.id}`);
        if (body.export.state === "running") await skipAhead(harness, deployment, PAUSE_MS);
        return body.export.state !== "running" && body.export;
      });
      expect(made).toMatchObject({ state: "ready", counts: { runs: 1, logs: 1, files: 1, definitions: 1 } });
      const removed = await api.call<{ export: ExportJson }>("DELETE", `/exports/${made.id}`);
      expect(removed.body.export.state).toBe("removed");
    });
  });
}
