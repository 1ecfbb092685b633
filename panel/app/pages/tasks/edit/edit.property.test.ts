import fc from "fast-check";
import { expect, it } from "vitest";
import { parseExactJson } from "../../../base/exact-json.ts";
import { jsonText } from "../../../ui/json/json-text.ts";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { addNode, freshId } from "./add-node.ts";
import { type Body, idOf, listsOf } from "./body.ts";
import { copyNodes, pasteNodes } from "./copy-nodes.ts";
import { groupNodes, moveInto, ungroup } from "./group-nodes.ts";
import { removeNodes } from "./remove-nodes.ts";
import { renameNode } from "./rename-node.ts";
import { connect, disconnect } from "./ways.ts";

/** A member that nothing knows, by which a node is known again whatever its id becomes. */
const MARK = "zz";

const EDITS = [
  "add",
  "remove",
  "rename",
  "connect",
  "disconnect",
  "group",
  "ungroup",
  "move",
  "paste",
] as const;

const edit = fc.record({
  kind: fc.constantFrom(...EDITS),
  one: fc.nat(20),
  other: fc.nat(20),
});

function idsOf(body: Body): readonly string[] {
  return listsOf(body).flatMap(({ items }) => items.flatMap((item) => idOf(item) ?? []));
}

interface Step {
  readonly body: Body;
  /** Of nodes that the edit takes away, with all that is in them. */
  readonly removed: readonly unknown[];
}

function marksIn(value: unknown): readonly unknown[] {
  return [...jsonText(value).matchAll(/"zz": (\d+)/g)].map(([, mark]) => mark);
}

function apply(
  body: Body,
  { kind, one, other }: { kind: string; one: number; other: number },
  mark: number,
): Step {
  const ids = idsOf(body);
  const [a = "", b = ""] = [ids[one % ids.length], ids[other % ids.length]];
  const kept = (next: Body): Step => ({ body: next, removed: [] });
  switch (kind) {
    case "add":
      return kept(
        addNode(
          body,
          { id: freshId(body, "n"), type: "job", job: { key: "k" }, [MARK]: mark },
          a === "" ? {} : { after: { node: a } },
        ),
      );
    case "remove": {
      const gone = listsOf(body).flatMap(({ items }) => items.filter((item) => idOf(item) === a));
      return { body: removeNodes(body, new Set([a])), removed: marksIn(gone) };
    }
    case "rename":
      return kept(ids.length === 0 ? body : renameNode(body, a, freshId(body, "r")));
    case "connect":
      return kept(connect(body, a, b));
    case "disconnect":
      return kept(disconnect(body, a, b));
    case "group":
      return kept(groupNodes(body, new Set([a, b]))?.body ?? body);
    case "ungroup":
      return kept(ungroup(body, a));
    case "move":
      return kept(moveInto(body, new Set([a]), ids.includes(b) && isGroupOf(body, b) ? b : null));
    default:
      return kept(pasteNodes(body, copyNodes(body, new Set([a])))?.body ?? body);
  }
}

function isGroupOf(body: Body, id: string): boolean {
  return listsOf(body).some(({ group }) => group === id);
}

it("no edit loses a node or a member, gives an id twice, or leaves a way to nothing", () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 30 }), (edits) => {
      let body: Body = { before: [1], engine: 1, nodes: [], after: { x: "y" } };
      edits.forEach((one, index) => {
        const marks = new Set(marksIn(body));
        const { body: next, removed } = apply(body, one, index);
        const left = new Set(marksIn(next));
        for (const mark of removed) marks.delete(mark);
        for (const mark of marks) expect(left).toContain(mark);
        body = parseExactJson(jsonText(next)) as Body;
        expect(readBodyNodes(body)).toEqual(readBodyNodes(next));
        expect(Object.keys(body)).toEqual(["before", "engine", "nodes", "after"]);
        const ids = idsOf(body);
        expect(new Set(ids).size).toBe(ids.length);
        for (const { items } of listsOf(body)) {
          const beside = new Set(items.map(idOf));
          const ways = flatNodes(readBodyNodes({ nodes: items })).filter(({ id }) => beside.has(id));
          for (const { pre } of ways) for (const { node } of pre) expect(beside).toContain(node);
        }
      });
    }),
  );
});
