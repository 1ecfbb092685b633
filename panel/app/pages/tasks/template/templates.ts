export const TEMPLATE_NAMES = ["sequence", "fan", "batch", "approval", "undo", "pages", "signal"] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** The body of a workflow to begin with: the jobs whose keys begin with `fill-in.` are to be other ones. */
export type TemplateBody = Readonly<Record<string, unknown>>;

const DAY_MS = 86_400_000;

export const TEMPLATES: Readonly<Record<TemplateName, TemplateBody>> = {
  sequence: bodyOf(job("first"), job("second", after("first")), job("third", after("second"))),
  fan: bodyOf(
    job("start"),
    job("left", after("start")),
    job("right", after("start")),
    job("together", after("left", "right")),
  ),
  batch: bodyWith(
    { params: [{ name: "items", type: "json", value: ["a", "b"] }] },
    job("each", {
      each: { items: "$.TASK.PARAMS.items", maxParallel: 4 },
      params: [{ name: "item", expression: "$.ITEM" }],
    }),
    job("sum", {
      ...after("each"),
      params: [{ name: "total", expression: "sum($.JOB['each'][*].RESULT)" }],
    }),
  ),
  approval: bodyOf(
    job("prepare"),
    {
      id: "approve",
      type: "approval",
      ...after("prepare"),
      by: { notTheStarter: true },
      timeoutMs: 2 * DAY_MS,
      onTimeout: "refused",
    },
    job("act", { pre: [{ node: "approve", branch: "approved" }] }),
    job("discard", { pre: [{ node: "approve", branch: "refused" }] }),
  ),
  undo: bodyOf(
    job("reserve"),
    job("charge", after("reserve")),
    job("release", { pre: [{ node: "charge", on: "failed", handles: false }] }),
  ),
  pages: bodyWith(
    {
      vars: [
        { name: "from", type: "text", expression: "''" },
        { name: "left", type: "number", expression: "1" },
      ],
    },
    {
      id: "pages",
      type: "condition",
      ...after("fetch"),
      branches: [{ name: "page", when: "$.VARS.left > 0" }],
      else: "done",
      loop: { maxVisits: 1000 },
    },
    job("fetch", {
      pre: [{ node: "pages", branch: "page" }],
      params: [{ name: "from", expression: "$.VARS.from" }],
      vars: [
        { name: "from", expression: "$.SELF.RESULT.next ?? ''" },
        { name: "left", expression: "$.SELF.RESULT.left" },
      ],
    }),
    job("report", { pre: [{ node: "pages", branch: "done" }] }),
  ),
  signal: bodyOf(
    job("request"),
    {
      id: "wait",
      type: "wait",
      ...after("request"),
      for: { signal: "done" },
      timeoutMs: DAY_MS,
      onTimeout: "fail",
    },
    job("settle", after("wait")),
    job("remind", { pre: [{ node: "wait", on: "failed" }] }),
  ),
};

function bodyOf(...nodes: readonly object[]): TemplateBody {
  return bodyWith({}, ...nodes);
}

function bodyWith(members: TemplateBody, ...nodes: readonly object[]): TemplateBody {
  return { engine: 1, ...members, nodes };
}

/** A stored job that is to be another one. */
function job(id: string, more: object = {}): object {
  return { id, type: "job", job: { key: `fill-in.${id}` }, ...more };
}

function after(...ids: readonly string[]): { readonly pre: readonly object[] } {
  return { pre: ids.map((node) => ({ node })) };
}
