import type { TaskBody } from "@mojob/core/engine";
import { TASK_ENGINE } from "@mojob/core/feature";
import { expect, it, test } from "vitest";
import { validateTask } from "../validate-task.ts";
import { paramsOfSchema, type StoredWork } from "./stored-work.ts";

/** A task that executes others. */
function taskOf(...keys: readonly string[]): TaskBody {
  return { engine: TASK_ENGINE, nodes: keys.map((key, place) => ({ id: `t${place}`, type: "task", key })) };
}

const TASKS: Readonly<Record<string, TaskBody>> = {
  plain: {
    engine: TASK_ENGINE,
    params: [{ name: "day", type: "text", required: true }],
    nodes: [{ id: "a", type: "job", job: { key: "mail.send" } }],
  },
  round: taskOf("nightly"),
  lost: taskOf("none"),
  deep1: taskOf("deep2"),
  deep2: taskOf("deep3"),
  deep3: taskOf("deep4"),
  deep4: taskOf("deep5"),
  deep5: taskOf("deep6"),
  deep6: taskOf("deep7"),
  deep7: taskOf("deep8"),
  deep8: taskOf("deep9"),
  deep9: taskOf(),
};
const STORED: StoredWork = {
  key: "nightly",
  job: (key) =>
    key === "mail.send"
      ? paramsOfSchema({
          properties: { to: { type: "string" }, copies: { type: "integer", default: 1 } },
          required: ["to", "copies"],
          additionalProperties: false,
        })
      : null,
  task: (key) => TASKS[key] ?? null,
};

function mistakes(nodes: readonly unknown[], stored: StoredWork | null = STORED): readonly string[] {
  return validateTask({ engine: 1, nodes }, stored).issues.map(({ pointer, code }) => `${pointer} ${code}`);
}

const TO = { name: "to", value: "ann" };
const mail = (more: object = {}): object => ({
  id: "a",
  type: "job",
  job: { key: "mail.send" },
  params: [TO],
  ...more,
});
const task = (key: string, more: object = {}): object => ({ id: "a", type: "task", key, ...more });

test.each<[string, unknown, readonly string[]]>([
  ["a job that is there", mail(), []],
  ["a job that is not", mail({ job: { key: "mail.sent" } }), ["/nodes/0/job/key unknown_job"]],
  [
    "a version, which a job of its own has none of",
    mail({ job: { key: "mail.send", version: 1 } }),
    ["/nodes/0/job/version unknown_name"],
  ],
  ["no parameter that is required", mail({ params: [] }), ["/nodes/0/params param_missing"]],
  [
    "a parameter that is not declared",
    mail({ params: [TO, { name: "cc", value: 1 }] }),
    ["/nodes/0/params/1/name param_unknown"],
  ],
  [
    "a parameter of another type",
    mail({ params: [{ name: "to", value: 1 }] }),
    ["/nodes/0/params/0/value param_type"],
  ],
  ["sets that have what is required", mail({ params: [], each: { sets: [[TO], [TO]] } }), []],
  ["a set that has not", mail({ params: [], each: { sets: [[TO], []] } }), ["/nodes/0/params param_missing"]],
  [
    "a set of another type",
    mail({ each: { sets: [[{ name: "to", value: true }]] } }),
    ["/nodes/0/each/sets/0/0/value param_type"],
  ],
  ["a task that is there", task("plain", { params: [{ name: "day", expression: "'2026-11-20'" }] }), []],
  ["a task without its parameter", task("plain"), ["/nodes/0/params param_missing"]],
  ["a task that is not", task("none"), ["/nodes/0/key unknown_task"]],
  ["a task in which another one is not", task("lost"), ["/nodes/0/key unknown_task"]],
  ["itself", task("nightly"), ["/nodes/0/key recursive_task"]],
  ["a task that executes it", task("round"), ["/nodes/0/key recursive_task"]],
  ["tasks in too many tasks", task("deep1"), ["/nodes/0/key tasks_too_deep"]],
  ["tasks in as many as may be", task("deep2"), []],
])("judges a node that names %s", (_, node, expected) => {
  expect(mistakes([node])).toEqual(expected);
});

it("says which tasks execute each other", () => {
  const { issues } = validateTask({ engine: 1, nodes: [task("round")] }, STORED);
  expect(issues[0]?.parameters).toEqual({ path: ["nightly", "round", "nightly"] });
});

it("looks at no stored work without knowing any, but at jobs of the task's own", () => {
  expect(mistakes([mail({ job: { key: "none" } })], null)).toEqual([]);
  const params = [{ name: "to", type: "text", required: true }];
  const own = { id: "a", type: "job", job: { work: { kind: "code", handler: "mail" }, params } };
  expect(mistakes([own], null)).toEqual(["/nodes/0/params param_missing"]);
});

it("accepts anything where a job's schema says nothing of it", () => {
  expect(paramsOfSchema(null)).toEqual({ params: [], takesOthers: true });
  expect(paramsOfSchema({ type: "string" })).toEqual({ params: [], takesOthers: true });
});

test("secrets go to no job of another app, and to no program", () => {
  const nodes = [
    mail({ params: [{ name: "to", expression: "$.SECRET['TOKEN']" }] }),
    mail({ id: "b", each: { sets: [[{ name: "to", expression: "$.SECRET.TOKEN" }]] }, params: [] }),
  ];
  const of = (known: object, app?: string): readonly string[] =>
    mistakes(nodes, {
      ...STORED,
      ...(app !== undefined && { app }),
      job: (key) => ({ ...STORED.job(key), params: [], takesOthers: true, ...known }),
    });
  expect(of({ app: "mail" }, "mail")).toEqual([]);
  expect(of({ app: "mail" })).toEqual([]);
  const places = ["/nodes/0/params/0/expression", "/nodes/1/each/sets/0/0/expression"];
  expect(of({ app: "mail" }, "shop")).toEqual(places.map((place) => `${place} secret_of_other_app`));
  expect(of({ takesSecrets: false })).toEqual(places.map((place) => `${place} secret_of_program`));
});
