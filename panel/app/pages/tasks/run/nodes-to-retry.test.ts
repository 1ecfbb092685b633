import { expect, it } from "vitest";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { nodesToRetry } from "./nodes-to-retry.ts";
import type { NodeJson } from "./task-model.ts";

const ALL = flatNodes(
  readBodyNodes({
    nodes: [
      { id: "post", type: "job" },
      { id: "tax", type: "job" },
      {
        id: "check",
        type: "group",
        nodes: [
          { id: "assets", type: "job" },
          { id: "debts", type: "job" },
        ],
      },
    ],
  }),
);
const NODES = [
  { id: "post", status: "Failed" },
  { id: "tax", status: "Blocked" },
  { id: "check", status: "Failed" },
  { id: "assets", status: "Succeeded" },
  { id: "debts", status: "Cancelled" },
] as readonly unknown[] as readonly NodeJson[];

it("nodesToRetry() are the nodes that failed, and of a group what failed in it", () => {
  const ids = (failed: readonly string[]): readonly string[] =>
    nodesToRetry(failed, NODES, ALL).map(({ id }) => id);
  expect(ids(["post"])).toEqual(["post"]);
  expect(ids(["post", "check"])).toEqual(["post", "debts"]);
  expect(ids(["tax"])).toEqual([]);
});
