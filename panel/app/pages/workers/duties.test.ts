import { ControlPlane, createEngine } from "@mojob/core/engine";
import { FEATURES } from "@mojob/features";
import { createWorld } from "@mojob/test-fixtures/world";
import { expect, it } from "vitest";
import { WORKERS_EN } from "../../words/en/workers.ts";
import { WORKERS_ZH } from "../../words/zh/workers.ts";

it("names every duty of a control plane in both languages", () => {
  const plane = new ControlPlane(createEngine({ ...createWorld(), tenant: "default", features: FEATURES }));
  const duties = plane.duties.map(({ name }) => name);
  expect(duties.length).toBeGreaterThan(10);
  for (const { duty } of [WORKERS_EN, WORKERS_ZH])
    expect(duties.filter((name) => !Object.hasOwn(duty, name))).toEqual([]);
});
