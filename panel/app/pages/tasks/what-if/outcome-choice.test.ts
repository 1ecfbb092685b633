import { describe, expect, it } from "vitest";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { type OutcomeChoice, type OutcomeName, outcomeNames, statedOutcomes } from "./outcome-choice.ts";

const all = flatNodes(
  readBodyNodes({
    engine: 1,
    nodes: [
      { id: "load", type: "job", job: { key: "a.load" } },
      { id: "each", type: "job", job: { key: "a.load" }, each: { items: "[1, 2]" } },
      { id: "sets", type: "job", job: { key: "a.load" }, each: { sets: [[], []] } },
      { id: "split", type: "condition", branches: [{ name: "yes", when: "true" }], else: "no" },
      { id: "both", type: "condition", all: true, branches: [{ name: "yes", when: "true" }], else: "no" },
      { id: "ask", type: "approval", by: {}, timeoutMs: 1, onTimeout: "refused" },
      { id: "pause", type: "wait", for: { ms: "1" } },
      { id: "told", type: "wait", for: { signal: "go" } },
      { id: "group", type: "group", nodes: [{ id: "inner", type: "task", key: "a.flow" }] },
    ],
  }),
);
const namesOf = (id: string): readonly OutcomeName[] =>
  outcomeNames(all.find((node) => node.id === id) ?? expect.fail());
const choice = (name: OutcomeName, more: Partial<OutcomeChoice> = {}): OutcomeChoice => ({
  name,
  items: null,
  failed: 1,
  ...more,
});

describe("outcomeNames()", () => {
  it("has the ends that a node of its kind can have", () => {
    expect(namesOf("load")).toEqual(["Succeeded", "Failed", "Skipped"]);
    expect(namesOf("each")).toContain("items");
    expect(namesOf("split")).toEqual(["branch:yes", "branch:no", "Failed", "Skipped"]);
    expect(namesOf("both")).toContain("allBranches");
    expect(namesOf("ask")).toEqual(["branch:approved", "branch:refused", "branch:timeout", "Skipped"]);
    expect(namesOf("pause")).toEqual(["Succeeded", "Skipped"]);
    expect(namesOf("told")).toEqual(["Succeeded", "Failed", "Skipped"]);
    expect(namesOf("group")).toEqual(["Skipped"]);
  });
});

describe("statedOutcomes()", () => {
  it("states one outcome, or one for each visit", () => {
    const choices = new Map([
      ["load", [choice("Failed"), choice("Succeeded")]],
      ["split", [choice("branch:no")]],
      ["both", [choice("allBranches")]],
      ["each", [choice("items", { items: 5, failed: 2 })]],
    ]);
    expect(statedOutcomes(all, choices)).toEqual({
      load: ["Failed", "Succeeded"],
      split: { branch: "no" },
      both: { branch: ["yes", "no"] },
      each: { items: 5, failed: 2 },
    });
  });

  it("leaves out how many items a batch of sets has, and what the body no longer has", () => {
    const choices = new Map([
      ["sets", [choice("items", { items: 5, failed: 2 })]],
      ["gone", [choice("Failed")]],
      ["split", [choice("branch:renamed")]],
      ["ask", []],
    ]);
    expect(statedOutcomes(all, choices)).toEqual({ sets: { failed: 2 } });
  });
});
