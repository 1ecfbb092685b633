import { validateTask } from "@mojob/tasks";
import { expect, it } from "vitest";
import { addNode } from "../edit/add-node.ts";
import { newSource, PALETTE, usualWay } from "./new-source.ts";

it.each(PALETTE)("a new node of the kind %s has no mistakes, alone and after itself", (kind) => {
  const body = { engine: 1, nodes: [newSource({}, kind, "mail.send")] };
  const id = String(body.nodes[0]?.["id"]);
  const next = addNode(body, newSource(body, kind, "mail.send"), {
    after: { node: id, ...usualWay(body, id) },
  });
  expect(validateTask(next).issues).toEqual([]);
});
