import { validateTask } from "@mojob/tasks";
import { expect, it } from "vitest";
import { jsonText } from "../../../ui/json/json-text.ts";
import { addNode } from "../edit/add-node.ts";
import { pasteNodes } from "../edit/copy-nodes.ts";
import { newSource, PALETTE, usualWay } from "./new-source.ts";
import { SHAPE_NAMES, SHAPES } from "./shapes.ts";

it.each(SHAPE_NAMES)("the shape %s has no mistakes, alone and twice in one workflow", (name) => {
  const text = jsonText(SHAPES[name]);
  const once = pasteNodes({ engine: 1, nodes: [] }, text);
  expect(once?.body).toEqual({ engine: 1, nodes: SHAPES[name].nodes });
  const twice = pasteNodes(once?.body ?? {}, text);
  expect(validateTask(once?.body).issues).toEqual([]);
  expect(validateTask(twice?.body).issues).toEqual([]);
});

it.each(PALETTE)("a new node of the kind %s has no mistakes, alone and after itself", (kind) => {
  const body = { engine: 1, nodes: [newSource({}, kind, "mail.send")] };
  const id = String(body.nodes[0]?.["id"]);
  const next = addNode(body, newSource(body, kind, "mail.send"), {
    after: { node: id, ...usualWay(body, id) },
  });
  expect(validateTask(next).issues).toEqual([]);
});
