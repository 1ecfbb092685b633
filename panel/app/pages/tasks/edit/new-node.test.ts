import { validateTask } from "@mojob/tasks";
import { expect, it } from "vitest";
import { addNode } from "./add-node.ts";
import { branchesOf, usualWay } from "./branches.ts";
import { NEW_NODES, newNode, suggestedId } from "./new-node.ts";

const BODY = {
  engine: 1,
  nodes: [
    { id: "send", type: "job", job: { key: "mail.send" } },
    { id: "all", type: "group", nodes: [{ id: "in", type: "wait", for: { ms: "1" } }] },
  ],
};

it.each(NEW_NODES)("a new node of the kind %s has no mistakes, alone and after itself", (kind) => {
  const body = { engine: 1, nodes: [newNode({}, kind, { key: "mail.send" })] };
  const id = String(body.nodes[0]?.["id"]);
  const next = addNode(body, newNode(body, kind, { key: "mail.send" }), {
    after: { node: id, ...usualWay(body, id) },
  });
  expect(validateTask(next).issues).toEqual([]);
});

it.each(NEW_NODES)("a new node of the kind %s lacks nothing but the key that is to be chosen", (kind) => {
  const body = addNode(BODY, newNode(BODY, kind), { after: { node: "send" } });
  const { issues } = validateTask(JSON.parse(JSON.stringify(body)));
  const left = issues.map(({ pointer }) => pointer);
  expect(left).toEqual({ job: ["/nodes/2/job/key"], task: ["/nodes/2/key"] }[kind as string] ?? []);
});

it("a new node has the id that is chosen, and stands in the list of the node that it follows", () => {
  const body = addNode(BODY, newNode(BODY, "wait", { id: "w" }), { after: { node: "in", branch: "yes" } });
  expect(body).toMatchObject({
    nodes: [{}, { nodes: [{}, { id: "w", pre: [{ node: "in", branch: "yes" }] }] }],
  });
});

it("an id is suggested that no node has", () => {
  expect(suggestedId(BODY, "job", "shop/mail.send")).toBe("send-2");
  expect(suggestedId(BODY, "job", "shop/对账 1")).toBe("对账-1");
  expect(suggestedId(BODY, "wait")).toBe("wait");
});

it("nodes follow by the first branch that leads nowhere yet, and one without a name is none", () => {
  const pick = { id: "pick", type: "condition", branches: [{ name: "" }, { name: "yes" }], else: "no" };
  expect(branchesOf(pick)).toEqual(["yes", "no"]);
  const body = { nodes: [pick, { id: "a", type: "wait", pre: [{ node: "pick", branch: "yes" }] }] };
  expect(usualWay(body, "pick")).toEqual({ branch: "no" });
  expect(usualWay(body, "a")).toEqual({});
});
