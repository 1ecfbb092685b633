import { expect, it } from "vitest";
import { flatNodes, readBodyNodes } from "../graph/body-node.ts";
import { type SimulatedNode, type Simulation, simulatedLooks } from "./simulated-looks.ts";

const all = flatNodes(
  readBodyNodes({
    nodes: [
      { id: "again", type: "condition", branches: [{ name: "go", when: "true" }], else: "done" },
      { id: "group", type: "group", nodes: [{ id: "work", type: "job", job: { key: "a.work" } }] },
      { id: "alarm", type: "job", job: { key: "a.alarm" } },
    ],
  }),
);
const node = (id: string, state: SimulatedNode["state"], visits: number): SimulatedNode => ({
  id,
  state,
  visits,
  code: null,
  branches: id === "again" ? ["done"] : [],
  reason: visits === 0 ? "skipped" : null,
  after: [],
});
const simulation: Simulation = {
  state: "Succeeded",
  stop: null,
  nodes: [
    node("again", "Succeeded", 2),
    node("group", "Succeeded", 1),
    node("work", "Succeeded", 1),
    node("alarm", "Skipped", 0),
  ],
  order: [
    { id: "again", visit: "1" },
    { id: "group", visit: "1" },
    { id: "work", visit: "1" },
    { id: "again", visit: "2" },
  ],
};

it("simulatedLooks() shows what runs, what is over and what is still to come at each step", () => {
  const states = [1, 2, 3, 4, null].map((step) =>
    [...simulatedLooks(simulation, all, step).values()].map(({ status }) => status).join(" "),
  );
  expect(states).toEqual([
    "Running Open Open Open",
    "Waiting Running Open Open",
    "Waiting Running Running Open",
    "Running Succeeded Succeeded Open",
    "Succeeded Succeeded Succeeded Skipped",
  ]);
  // What is left out in the last visit of its loop had begun in those before.
  const left = simulation.nodes.map((one) =>
    one.id === "work" ? { ...one, state: "Skipped" as const } : one,
  );
  const workAt = (step: number | null): string | undefined =>
    simulatedLooks({ ...simulation, nodes: left }, all, step).get("work")?.status;
  expect([3, 4, null].map(workAt)).toEqual(["Running", "Open", "Skipped"]);
  expect(simulatedLooks(simulation, all, 2).get("again")?.branches).toEqual([]);
  expect(simulatedLooks(simulation, all, null).get("again")?.branches).toEqual(["done"]);
});
