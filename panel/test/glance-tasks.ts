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
