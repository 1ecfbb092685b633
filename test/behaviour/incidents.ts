import { defineTriggeredJob } from "@mojob/core";
import { afterEach, describe, expect, test } from "vitest";
import type { Deployment, DeploymentHarness } from "./deployment.ts";
import { beatOf } from "./pace.ts";
import { inState } from "./states.ts";

interface IncidentJson {
  readonly id: string;
  readonly condition: string;
  readonly state: string;
  readonly count: number;
  readonly text: string;
  readonly runs: readonly string[];
  readonly explainedBy: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly timeline: readonly { readonly kind: string; readonly by: string | null }[];
}

async function incidents({ api }: Deployment, query = ""): Promise<readonly IncidentJson[]> {
  const { body } = await api.call<{ items: readonly IncidentJson[] }>("GET", `/incidents${query}`);
  return body.items;
}

/** Lets time pass until an incident is as it should be. */
function untilIncident(
  harness: DeploymentHarness,
  deployment: Deployment,
  what: string,
  is: (incident: IncidentJson) => boolean,
): Promise<IncidentJson> {
  return deployment.until(what, async () => {
    await deployment.elapse(beatOf(harness));
    return (await incidents(deployment)).find(is);
  });
}

/** What goes wrong is noticed, is one incident however often it happens, and is over when it is over. */
export function describeIncidents(harness: DeploymentHarness): void {
  describe(`incidents (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const isFailure = ({ condition }: IncidentJson): boolean => condition === "run_failed";

    test("a job that fails has one until it succeeds, which another job reports, and who is at it is kept", async () => {
      const job = defineTriggeredJob({
        key: "frail",
        execute: (args) => {
          if (args !== "good") throw new Error(`No file ${String(args)}`);
        },
      });
      const notified: unknown[] = [];
      const tell = defineTriggeredJob({
        key: "tell",
        whenFull: "queue",
        execute: (args) => void notified.push(args),
      });
      const deployment = await harness.open({ jobs: [job, tell] });
      const { api } = deployment;
      const routes = [{ id: "all", job: "tell", conditions: ["run_failed"] }];
      expect((await api.call("PATCH", "/alarm-routes", { routes, revision: 0 })).status).toBe(200);
      const first = await api.trigger("frail", { args: 1 });
      await inState(deployment, first.id, "Terminated");
      const opened = await untilIncident(harness, deployment, "the failure to be noticed", isFailure);
      expect(opened).toMatchObject({
        id: "run_failed:frail:1",
        state: "open",
        count: 1,
        text: "A run failed: No file 1",
        runs: [first.id],
      });
      const notices = async (count: number): Promise<readonly unknown[]> =>
        deployment.until(`${count} notices`, async () => {
          await deployment.elapse(beatOf(harness));
          return notified.length >= count && notified;
        });
      expect(await notices(1)).toMatchObject([
        {
          event: "opened",
          text: expect.stringMatching(/^Warning: frail: A run failed: No file 1/),
          incidents: [{ run: first.id }],
        },
      ]);
      const path = `/incidents/${encodeURIComponent(opened.id)}`;
      expect((await api.call("POST", `${path}/acknowledge`, { note: "Mine" })).status).toBe(200);
      const second = await api.trigger("frail", { args: 2 });
      await inState(deployment, second.id, "Terminated");
      const again = await untilIncident(
        harness,
        deployment,
        "the second failure",
        (one) => isFailure(one) && one.count === 2,
      );
      expect(again).toMatchObject({ id: opened.id, state: "acknowledged", runs: [second.id, first.id] });
      const good = await api.trigger("frail", { args: "good" });
      await inState(deployment, good.id, "Succeeded");
      const over = await untilIncident(
        harness,
        deployment,
        "the end",
        (one) => isFailure(one) && one.state === "resolved",
      );
      expect(over.timeline.map(({ kind }) => kind)).toEqual(["opened", "acknowledged", "resolved"]);
      expect(over.timeline.at(-1)).toMatchObject({
        by: null,
        parameters: { how: "recovered", run: good.id },
      });
      expect(await incidents(deployment, "?state=open,acknowledged&jobKey=frail")).toEqual([]);
      expect((await notices(2)).at(1)).toMatchObject({ event: "resolved", count: 1 });
      const [run] = await api.runsOf("tell");
      expect(run).toMatchObject({ trigger: { type: "alarm" } });
    });
  });
}

/** Conditions that the same duty looks for in other records. */
export function describeFurtherIncidents(harness: DeploymentHarness): void {
  describe(`further incidents (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    test("runs of an app without a worker have one that names the app, which a worker ends", async () => {
      const deployment = await harness.open({ jobs: [] });
      const { api } = deployment;
      const rules = [{ id: "soon", condition: "no_worker", forMs: 0 }];
      expect((await api.call("PATCH", "/alarm-rules", { rules, revision: 0 })).status).toBe(200);
      const definitions = [{ key: "stock.count", kind: "triggered", options: {} }];
      expect((await api.call("POST", "/registrations", { app: "warehouse", definitions })).status).toBe(200);
      const { id } = await api.trigger("stock.count");
      const lacking = await untilIncident(
        harness,
        deployment,
        "the lack of a worker",
        ({ condition }) => condition === "no_worker",
      );
      expect(lacking).toMatchObject({
        id: "no_worker:app:warehouse:1",
        state: "open",
        parameters: { jobs: 1, keys: ["stock.count"], online: 0 },
      });
      expect((await api.call("POST", `/instances/${id}/cancel`, {})).status).toBeLessThan(300);
      await untilIncident(
        harness,
        deployment,
        "the end",
        ({ condition, state }) => condition === "no_worker" && state === "resolved",
      );
    });

    test("what runs elsewhere and reports a failure has one until it reports a success, and a silence marks it", async () => {
      const deployment = await harness.open({ jobs: [] });
      const { api } = deployment;
      const heartbeats = [{ id: "backup", app: "cellar", everyMs: 3_600_000 }];
      const made = await api.call<{ heartbeats: readonly { readonly path: string }[] }>(
        "PATCH",
        "/heartbeats",
        {
          heartbeats,
          revision: 0,
        },
      );
      const path = made.body.heartbeats[0]?.path.replace("/api/v1", "") ?? "";
      const until = new Date(deployment.now().getTime() + 86_400_000).toISOString();
      const silence = { reason: "Moving the disks", until, apps: ["cellar"] };
      expect((await api.call("POST", "/silences", silence)).status).toBe(201);
      expect((await api.call("GET", `${path}?state=failure`)).status).toBe(200);
      const isOfHeartbeat = (incident: IncidentJson & { readonly silencedBy?: string | null }): boolean =>
        incident.condition === "no_heartbeat" && typeof incident.silencedBy === "string";
      const opened = await untilIncident(
        harness,
        deployment,
        "the failure to be noticed, in silence",
        isOfHeartbeat,
      );
      expect(opened).toMatchObject({ id: "no_heartbeat:heartbeat:backup:1", state: "open" });
      expect((await api.call("GET", path)).status).toBe(200);
      await untilIncident(
        harness,
        deployment,
        "the success to end it",
        ({ id, state }) => id === opened.id && state === "resolved",
      );
    });
  });
}
