import { validateTask } from "@mojob/tasks";
import { describe, expect, it } from "vitest";
import { FLOW_EN } from "../../../words/en/flow.ts";
import { TEMPLATE_NAMES, TEMPLATES } from "./templates.ts";

/** Nothing is stored yet, and may come. */
const NOTHING = { mayCome: true, job: () => null, task: () => null };
const NUMBERS = ["no", "one", "two", "three", "four"];

describe.each(TEMPLATE_NAMES)("the shape %s", (name) => {
  const body = TEMPLATES[name];

  it("has no mistakes, and warnings only where a job is to be filled in", () => {
    expect(validateTask(body)).toMatchObject({ issues: [], warnings: [], openParams: [] });
    const { issues, warnings } = validateTask(body, NOTHING);
    expect(issues).toEqual([]);
    const keys = (body["nodes"] as readonly { readonly type: string }[]).flatMap(({ type }, place) =>
      type === "job" ? [`/nodes/${place}/job/key`] : [],
    );
    expect(warnings.map(({ pointer, code }) => `${code} ${pointer}`)).toEqual(
      keys.map((pointer) => `unknown_job ${pointer}`),
    );
    const hint = FLOW_EN.template[`${name}Hint`];
    expect(hint).toContain(`To fill in: ${NUMBERS[keys.length]} jobs`);
  });
});
