import { validateTask } from "@mojob/tasks";
import { expect, it } from "vitest";
import { NEW_NODES, suggestedId, withNewNode } from "./new-node.ts";

const BODY = {
  engine: 1,
  nodes: [
    { id: "send", type: "job", job: { key: "mail.send" } },
    { id: "all", type: "group", nodes: [{ id: "in", type: "wait", for: { ms: "1" } }] },
  ],
};

/** What is left to be filled in, as pointers without the place of the node. */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  job: [],
  work: ["job/work/handler"],
  task: [],
  condition: ["branches/0/when"],
  wait: [],
  approval: [],
  group: [],
};

it.each(NEW_NODES)("a new node of kind %s lacks nothing but what is to be chosen", (kind) => {
  const id = suggestedId(BODY, kind, "shop/mail.send");
  const key = kind === "job" || kind === "task" ? "shop.other" : "";
  const body = withNewNode(BODY, { kind, key, id, after: "send", branch: "" });
  const { issues } = validateTask(JSON.parse(JSON.stringify(body)));
  expect(issues.map(({ pointer }) => pointer.replace(/^\/nodes\/2\//, ""))).toEqual(LEFT[kind]);
  expect((body["nodes"] as readonly unknown[])[2]).toMatchObject({ id, pre: [{ node: "send" }] });
});

it("a new node stands in the list of the node that it follows, and follows the branch that is chosen", () => {
  const body = withNewNode(BODY, { kind: "wait", key: "", id: "w", after: "in", branch: "yes" });
  expect(body).toMatchObject({
    nodes: [{}, { nodes: [{}, { id: "w", pre: [{ node: "in", branch: "yes" }] }] }],
  });
});

it("an id is suggested that no node has", () => {
  expect(suggestedId(BODY, "job", "shop/mail.send")).toBe("send-2");
  expect(suggestedId(BODY, "job", "shop/对账 1")).toBe("对账-1");
  expect(suggestedId(BODY, "wait", "")).toBe("wait");
});
