import type { RunClient } from "./run-client.ts";

const send = (id: string, to: string, more: object = {}): object => ({
  id,
  type: "job",
  job: { key: "mail.send" },
  params: [{ name: "to", value: to }],
  ...more,
});

/** A bit of everything: a group, a batch, a loop, an approval with a form, a signal, and a failure that holds the task. */
export const MONTH_END = {
  engine: 1,
  onFailure: "hold",
  params: [{ name: "month", type: "text", value: "2026-10" }],
  vars: [{ name: "total", type: "number", expression: "40 + 2" }],
  nodes: [
    send("load", "ann", { title: "Load the ledger" }),
    {
      id: "check",
      title: "Check balances",
      type: "group",
      pre: [{ node: "load" }],
      nodes: [
        send("assets", "bob"),
        send("debts", "cho", { each: { items: "['a', 'b', 'c']" }, pre: [{ node: "assets" }] }),
      ],
    },
    send("post", "dan", {
      title: "Post to the bank",
      pre: [{ node: "load" }],
      params: [
        { name: "to", value: "dan" },
        { name: "fail", value: true },
      ],
    }),
    send("tax", "eve", { title: "File the tax return", pre: [{ node: "post" }] }),
    {
      id: "release",
      title: "Release",
      type: "approval",
      pre: [{ node: "load" }],
      by: {},
      timeoutMs: 3_600_000,
      onTimeout: "refused",
      form: { type: "object", properties: { why: { type: "string", title: "Why" } }, required: ["why"] },
    },
    {
      id: "bank",
      title: "Wait for the bank",
      type: "wait",
      for: { signal: "bank-done" },
      pre: [{ node: "load" }],
    },
    {
      id: "again",
      type: "condition",
      pre: [{ node: "bank" }, { node: "ask" }],
      loop: { maxVisits: 5 },
      branches: [{ name: "retry", when: "$.VISIT < 3" }],
      else: "enough",
    },
    send("ask", "fay", { title: "Ask the bank", pre: [{ node: "again", branch: "retry" }] }),
    send("close", "gus", {
      title: "Close the month",
      pre: [
        { node: "release", branch: "approved" },
        { node: "tax" },
        { node: "check" },
        { node: "again", branch: "enough" },
      ],
    }),
  ],
} as const;

/** Makes a job of the body. */
export function createTask(client: RunClient, key: string, body: object = MONTH_END): Promise<unknown> {
  const options = { maxConcurrency: null };
  return client.post("jobs", { key, app: "shop", kind: "triggered", options, work: { kind: "task", body } });
}

/** Makes the job and a run of it; resolves to the run's id. */
export async function startTask(client: RunClient, key: string, body: object = MONTH_END): Promise<string> {
  await createTask(client, key, body);
  const { id } = await client.trigger(key);
  await client.until(id, ({ history }) => history.some(({ reasonCode }) => reasonCode === "task"));
  return id;
}
