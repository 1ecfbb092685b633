/** A month that is closed: rates that are not there for each month, a slow node, and what waits for them. */
export const MONTH_CLOSE = {
  engine: 1,
  params: [
    { name: "month", type: "text", value: "2026-13" },
    { name: "bank", type: "text", value: "north" },
  ],
  nodes: [
    {
      id: "load",
      type: "job",
      title: "Load the ledger",
      job: { key: "step.take" },
      params: [{ name: "ms", value: 150 }],
    },
    {
      id: "slow",
      type: "job",
      title: "Count the stock",
      job: { key: "step.take" },
      params: [{ name: "ms", value: 900 }],
    },
    {
      id: "fx-rates",
      type: "job",
      job: { key: "fx.rates" },
      pre: [{ node: "load" }],
      params: [{ name: "month", expression: "$.TASK.PARAMS.month" }],
    },
    {
      id: "post",
      type: "job",
      title: "Post to the bank",
      job: { key: "step.take" },
      pre: [{ node: "fx-rates" }],
    },
    {
      id: "check",
      type: "group",
      title: "Check balances",
      pre: [{ node: "load" }],
      nodes: [
        { id: "assets", type: "job", job: { key: "step.take" }, params: [{ name: "ms", value: 60 }] },
        { id: "debts", type: "job", job: { key: "step.take" }, pre: [{ node: "assets" }] },
      ],
    },
    {
      id: "close",
      type: "job",
      title: "Close the month",
      job: { key: "step.take" },
      pre: [{ node: "post" }, { node: "check" }, { node: "slow" }],
    },
  ],
} as const;

const shops = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);

/** A batch of 120 items, of which 30 fail for one cause and 13 for another. */
export const BATCH = {
  engine: 1,
  nodes: [
    {
      id: "sync",
      type: "job",
      title: "Synchronise the shops",
      job: { key: "shop.sync" },
      each: { items: JSON.stringify([...shops("open", 77), ...shops("closed", 30), ...shops("slow", 13)]) },
      params: [{ name: "shop", expression: "$.ITEM" }],
    },
    { id: "report", type: "job", job: { key: "step.take" }, pre: [{ node: "sync" }] },
  ],
} as const;

const step = (id: string, title: string, before: readonly string[], ms?: string): object => ({
  id,
  title,
  type: "job",
  job: { key: "step.take" },
  pre: before.map((node) => ({ node })),
  ...(ms !== undefined && { params: [{ name: "ms", expression: ms }] }),
});

/** A settlement of twelve nodes: the month that nobody gave is a wrong one, so that shops fail for two causes and hold the rest back. */
export const SETTLEMENT = {
  engine: 1,
  params: [
    { name: "month", type: "text", value: "2026-13" },
    { name: "countMs", type: "number", value: 1500 },
  ],
  nodes: [
    step("load", "Load the ledger", []),
    {
      id: "stock",
      title: "Read the stock",
      type: "job",
      job: { key: "stock.read" },
      pre: [{ node: "load" }],
    },
    step("count", "Count the stock", ["stock"], "$.TASK.PARAMS.countMs"),
    {
      id: "check",
      title: "Check balances",
      type: "group",
      pre: [{ node: "load" }],
      nodes: [step("assets", "Add up assets", []), step("debts", "Add up debts", ["assets"])],
    },
    {
      id: "settle",
      title: "Settle the shops",
      type: "job",
      job: { key: "shop.settle" },
      pre: [{ node: "load" }],
      each: {
        items: JSON.stringify([...shops("north", 34), ...shops("slow", 13)]),
      },
      params: [
        { name: "shop", expression: "$.ITEM" },
        { name: "month", expression: "$.TASK.PARAMS.month" },
      ],
    },
    step("post", "Post to the bank", ["settle"]),
    step("tax", "File the tax return", ["settle"]),
    step("report", "Print the report", ["count", "check"]),
    step("close", "Close the month", ["post", "tax", "report"]),
    step("mail", "Mail the owners", ["close"]),
  ],
} as const;
