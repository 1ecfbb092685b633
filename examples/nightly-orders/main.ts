import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import type { JsonObject } from "@mojob/core/ports";
import { FEATURES } from "@mojob/features";
import { fileRunner } from "@mojob/file-runner";
import { noticeRunner } from "@mojob/notice-runner";
import { startEmbedded } from "@mojob/runtime-local";
import { sqlRunner } from "@mojob/sql-runner";
import { transferRunner } from "@mojob/transfer-runner";

// A night's orders come from a partner's FTP server as an archive, go into a database part by part, and leave as a report and a
// mail. Nothing of it is programmed: each node is a job of a built-in kind.

const { FTP_PORT = "21", DATABASE_URL = "", MAIL_PORT = "25" } = env;
const folder = mkdtempSync(join(tmpdir(), "orders-"));
const roots = { work: { folder } };
const partner = {
  protocol: "ftp",
  host: "127.0.0.1",
  port: Number(FTP_PORT),
  user: "shop",
  password: "secret",
} as const;

const { scheduler, close } = await startEmbedded({
  features: FEATURES,
  app: "shop",
  inMemory: true,
  jobs: [],
  runners: [
    transferRunner({ connections: { partner }, roots }),
    fileRunner({ roots }),
    sqlRunner({ connections: { orders: { url: DATABASE_URL } } }),
    noticeRunner({
      allow: ["127.0.0.1"],
      mail: { url: `smtp://127.0.0.1:${MAIL_PORT}` },
    }),
  ],
});

/** A node that does one thing on the day of the run. */
function node(
  id: string,
  pre: readonly string[],
  work: JsonObject,
  params: readonly JsonObject[] = [],
): JsonObject {
  return {
    id,
    type: "job",
    pre: pre.map((before) => ({ node: before })),
    job: { work },
    params: [{ name: "day", expression: "$.TASK.PARAMS.day" }, ...params],
  };
}
const file = (work: JsonObject): JsonObject => ({ kind: "file", ...work });
const sql = (work: JsonObject): JsonObject => ({ kind: "sql", connection: "orders", ...work });
const transfer = (work: JsonObject): JsonObject => ({ kind: "transfer", connection: "partner", ...work });

/** A line is `id,shop,cents`. */
const INSERT = `INSERT INTO orders SELECT split_part(line, ',', 1)::int, $1::date, split_part(line, ',', 2), split_part(line, ',', 3)::int
  FROM regexp_split_to_table($2, '\\n') AS line WHERE line <> ''`;

await scheduler.jobs.create({
  key: "shop.nightly-orders",
  app: "shop",
  kind: "triggered",
  work: {
    kind: "task",
    body: {
      engine: 1,
      params: [{ name: "day", type: "text", required: true }],
      nodes: [
        node("fetch", [], transfer({ do: "download", from: "{args.day}.zip", to: "work:in.zip" })),
        node("unpack", ["fetch"], file({ do: "unpack", format: "zip", from: "work:in.zip", to: "work:in" })),
        node(
          "split",
          ["unpack"],
          file({ do: "split", from: "work:in/orders.csv", to: "work:parts", by: { lines: 1000 } }),
        ),
        node(
          "clear",
          ["unpack"],
          sql({ statement: "DELETE FROM orders WHERE day = $1::date", values: [{ arg: "/day" }] }),
        ),
        {
          id: "load",
          type: "group",
          pre: [{ node: "split" }, { node: "clear" }],
          each: { items: "$.JOB['split'].RESULT.parts", maxParallel: 4 },
          nodes: [
            node("read", [], file({ do: "read", from: "work:parts/{args.part}", as: "text" }), [
              { name: "part", expression: "$.ITEM.name" },
            ]),
            node(
              "insert",
              ["read"],
              sql({ statement: INSERT, values: [{ arg: "/day" }, { arg: "/lines" }] }),
              [{ name: "lines", expression: "$.JOB['read'].RESULT.text" }],
            ),
          ],
        },
        node(
          "count",
          ["load"],
          sql({
            statement: "SELECT count(*)::int AS orders FROM orders WHERE day = $1::date",
            values: [{ arg: "/day" }],
          }),
        ),
        {
          id: "enough",
          type: "condition",
          pre: [{ node: "count" }],
          branches: [{ name: "yes", when: "$.JOB['count'].RESULT.rows[0].orders > 0" }],
          else: "no",
        },
        {
          ...node(
            "report",
            [],
            sql({
              statement:
                "SELECT shop, count(*)::int AS orders, sum(cents)::int AS cents FROM orders WHERE day = $1::date GROUP BY shop ORDER BY shop",
              values: [{ arg: "/day" }],
              output: { file: "report.csv", format: "csv" },
            }),
          ),
          pre: [{ node: "enough", branch: "yes" }],
        },
        node(
          "publish",
          ["report"],
          transfer({ do: "upload", from: { stored: "args.report" }, to: "{args.day}-report.csv" }),
          [{ name: "report", expression: "$.JOB['report'].RESULT.file" }],
        ),
        {
          ...node("mail", ["publish"], {
            kind: "notice",
            service: "mail",
            from: "jobs@example.com",
            to: ["orders@example.com"],
          }),
          params: [
            { name: "event", value: "opened" },
            {
              name: "text",
              expression:
                "$.TASK.PARAMS.day + ': ' + string($.JOB['count'].RESULT.rows[0].orders) + ' orders of ' + string($.JOB['report'].RESULT.count) + ' shops'",
            },
            { name: "incidents", value: [] },
          ],
        },
        {
          ...node(
            "tidy",
            ["mail"],
            file({ do: "remove", at: "work:in", recursive: true, ifMissing: "pass" }),
          ),
          cleanup: true,
        },
      ],
    },
  },
});

const run = await scheduler.trigger("shop.nightly-orders", { day: "2026-11-30" });
const { state, error } = await scheduler.ended(run.id);
console.log(state, error?.message ?? "");
await close();
rmSync(folder, { recursive: true });
