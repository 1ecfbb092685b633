import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import type { BodyNode } from "../graph/body-node.ts";
import { bodyMarks } from "./body-marks.ts";
import { bodyDifference } from "./find-difference.ts";
import { markedWays } from "./marked-ways.ts";
import { nodesOfBoth } from "./nodes-of-both.ts";

const job = (id: string, more: object = {}): object => ({
  id,
  type: "job",
  job: { key: `shop.${id}` },
  ...more,
});
const after = (...ids: readonly string[]): object => ({ pre: ids.map((node) => ({ node })) });
const of = (...nodes: readonly object[]): object => ({ engine: 1, nodes });

describe("bodyDifference()", () => {
  it("says which nodes, members, ways and settings differ", () => {
    const before = { ...of(job("load"), job("send", after("load"))), onFailure: "hold" };
    const now = {
      ...of(job("load", { title: "Load" }), job("check", after("load")), job("send", after("check"))),
      onFailure: "stop",
    };
    const { nodes, ways, members } = bodyDifference(before, now);
    expect(nodes.get("load")).toEqual({
      kind: "changed",
      members: [{ pointer: "/title", before: undefined, after: "Load" }],
      group: null,
    });
    expect([nodes.get("check")?.kind, nodes.get("send")?.kind]).toEqual(["added", "changed"]);
    expect(ways.removed.map(({ from, to }) => `${from} ${to}`)).toEqual(["load send"]);
    expect(ways.added.map(({ from, to }) => `${from} ${to}`)).toEqual(["load check", "check send"]);
    expect(members).toEqual([{ pointer: "/onFailure", before: "hold", after: "stop" }]);
  });

  it("finds nothing in other places, another order and a default that is stated", () => {
    const before = of(job("load", { position: { x: 1, y: 2 } }), job("send", after("load")));
    const now = of(
      job("send", { pre: [{ node: "load", on: "ok" }] }),
      job("load", { position: { x: 90, y: 2 } }),
    );
    const found = bodyDifference(before, now);
    expect([...found.nodes.values()].map(({ kind }) => kind)).toEqual(["same", "same"]);
    expect([found.ways, found.members]).toEqual([{ added: [], removed: [] }, []]);
  });

  it("says that a node went into a group", () => {
    const group = (...nodes: readonly object[]): object => ({ id: "both", type: "group", nodes });
    const found = bodyDifference(of(job("a"), group(job("b"))), of(group(job("b"), job("a"))));
    expect(found.nodes.get("a")).toEqual({
      kind: "changed",
      members: [],
      group: { before: null, after: "both" },
    });
    expect(found.nodes.get("both")?.kind).toBe("same");
  });
});

describe("bodyMarks()", () => {
  it("marks what the workflow needs, which is drawn as a node", () => {
    const [before, now] = [of(job("a")), { ...of(job("a")), resources: [{ name: "in", type: "file" }] }];
    const marks = bodyMarks(bodyDifference(before, now), before, now);
    expect([...marks]).toEqual([["resources", "added"]]);
    expect(drawn(before, now).map(({ id }) => id)).toContain("resources");
    expect([...bodyMarks(bodyDifference(now, before), now, before)]).toEqual([["resources", "removed"]]);
    expect(drawn(now, before).map(({ id }) => id)).toContain("resources");
  });
});

describe("nodesOfBoth()", () => {
  it("draws a removed node between those that it was between", () => {
    const before = of(job("a"), job("b", after("a")), job("c", after("b")));
    const nodes = drawn(before, of(job("a"), job("c", after("a"))));
    expect(nodes.map(({ id, pre }) => [id, ...pre.map(({ node }) => node)])).toEqual([
      ["a"],
      ["c", "a", "b"],
      ["b", "a"],
    ]);
  });

  it("marks ways that came, went or changed, and says what of them changed", () => {
    const way = (node: string, more: object = {}): object => ({ node, ...more });
    const before = of(
      job("a"),
      job("b", { pre: [way("a")] }),
      job("c", { pre: [way("a", { on: "failed" }), way("b")] }),
      job("d", { pre: [way("c", { on: "ended" })] }),
    );
    const now = of(
      job("a"),
      job("b", { pre: [way("a", { on: "ended" })] }),
      job("c", { pre: [way("b")] }),
      job("d", { pre: [way("c", { on: "ended", handles: true }), way("a", { branch: "yes" })] }),
    );
    const marks = drawn(before, now).flatMap(({ id, pre }) =>
      pre.map(({ node, mark }) => [node, id, mark?.kind ?? "same", mark?.words ?? ""].join(" ")),
    );
    expect(marks).toEqual([
      "a b changed task.on.ok → task.on.ended",
      "b c same ",
      "a c removed task.on.failed",
      "c d changed task.on.ended → task.on.ended · flow.difference.handles",
      "a d added yes",
    ]);
  });
});

function drawn(before: object, now: object): readonly BodyNode[] {
  const t = ((key: string) => key) as unknown as TFunction;
  return nodesOfBoth(before, now, markedWays(bodyDifference(before, now), t));
}
