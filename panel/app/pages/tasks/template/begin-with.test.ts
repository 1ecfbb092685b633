import { validateTask } from "@mojob/tasks";
import { expect, it } from "vitest";
import { beginWith } from "./begin-with.ts";
import { TEMPLATE_NAMES, TEMPLATES } from "./templates.ts";

it.each(TEMPLATE_NAMES)("beginWith() brings all that the nodes of the shape %s read", (name) => {
  const body = beginWith({ engine: 1, nodes: [] }, TEMPLATES[name]);
  expect(body).toEqual(TEMPLATES[name]);
  expect(validateTask(body).issues).toEqual([]);
});

it("beginWith() keeps what a body says, and its own of what both name", () => {
  const own = { name: "items", type: "json", value: ["mine"] };
  const day = { name: "day", type: "text" };
  const body = beginWith({ engine: 1, onFailure: "hold", params: [day, own], nodes: [] }, TEMPLATES.batch);
  expect(body).toEqual({ ...TEMPLATES.batch, onFailure: "hold", params: [day, own] });
});
