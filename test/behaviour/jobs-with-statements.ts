import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sqlRunner } from "@mojob/sql-runner";
import { until } from "@mojob/test-services/until";
import { afterEach, describe, expect, onTestFinished, test } from "vitest";
import type { Deployment, DeploymentHarness, RunJson } from "./deployment.ts";

const ENDLESS = "WITH RECURSIVE numbers (n) AS (SELECT 10 UNION ALL SELECT n + 1 FROM numbers)";

/** Resolves to the run once it is in this state: databases keep their own time. */
function ended(deployment: Deployment, id: string, state: RunJson["state"]): Promise<RunJson> {
  return until(`run "${id}" in state ${state}`, async () => {
    const run = await deployment.api.run(id);
    if (run.state === state) return run;
    await deployment.elapse(10);
    return null;
  });
}

/** Jobs that execute statements over connections of their workers. */
export function describeJobsWithStatements(harness: DeploymentHarness): void {
  describe(`jobs with statements (${harness.name})`, () => {
    afterEach(() => harness.cleanUp());

    const open = async (runners: Parameters<DeploymentHarness["open"]>[0]["runners"]) => {
      const deployment = await harness.open({ jobs: [], ...(runners !== undefined && { runners }) });
      const create = async (key: string, work: object): Promise<unknown> => {
        const job = { key, app: "behaviour", kind: "triggered", work };
        const { status, body } = await deployment.api.call("POST", "/jobs", job);
        return status === 201 ? status : body;
      };
      const trigger = async (key: string, args: unknown = null): Promise<string> => {
        const { body } = await deployment.api.call<{ instance: RunJson }>("POST", `/jobs/${key}/instances`, {
          args,
        });
        return body.instance.id;
      };
      return { deployment, create, trigger };
    };
    const folderOfTest = (): string => {
      const folder = mkdtempSync(join(tmpdir(), "mojob-behaviour-"));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      return folder;
    };

    test("read and write a database with bound values, and undo what is cancelled", async () => {
      const path = join(folderOfTest(), "orders.db");
      const file = new DatabaseSync(path);
      file.exec("CREATE TABLE orders (id integer PRIMARY KEY, shop text)");
      file.close();
      const { deployment, create, trigger } = await open([
        sqlRunner({ connections: { orders: { url: `sqlite:${path}` } } }),
      ]);
      const sql = (statement: string, values: readonly object[] = []): object => ({
        kind: "sql",
        connection: "orders",
        statement,
        ...(values.length > 0 && { values }),
      });
      expect(await create("other", { ...sql("SELECT 1"), connection: "none" })).toMatchObject({
        errors: [{ code: "not_one_of" }],
      });
      expect(
        await create("add", sql("INSERT INTO orders VALUES (?, ?)", [{ arg: "/id" }, { arg: "/shop" }])),
      ).toBe(201);
      expect(await create("read", sql("SELECT id, shop FROM orders"))).toBe(201);
      expect(
        await create(
          "endless",
          sql(`INSERT INTO orders SELECT n, 'x' FROM (${ENDLESS} SELECT n FROM numbers)`),
        ),
      ).toBe(201);
      const shop = "'); DROP TABLE orders; --";
      const added = await ended(deployment, await trigger("add", { id: 1, shop }), "Succeeded");
      expect(added.result).toEqual({ changed: 1 });
      const endless = await trigger("endless");
      await until("the statement", () => existsSync(`${path}-journal`));
      await deployment.api.cancel(endless);
      await ended(deployment, endless, "Cancelled");
      const read = await ended(deployment, await trigger("read"), "Succeeded");
      expect(read.result).toEqual({ count: 1, rows: [{ id: 1, shop }] });
    });
  });
}
