import type { INSPECTOR_EN } from "../../../words/en/inspector.ts";
import type { ExpressionRole } from "../expression/scope.ts";

type Words = typeof INSPECTOR_EN;
export type MemberName = keyof Words["member"];
export type ChoiceName = keyof Words["choice"];
export type CaseName = keyof Words["case"];
export type HintName = keyof Words["hint"];

/** How a member of a body is edited. */
export type Form = AnyForm & {
  /** The words that it goes by, where those of its name say something else. @default its name */
  readonly label?: MemberName;
};

type AnyForm =
  | {
      readonly form:
        | "text"
        /** Text of several lines. */
        | "long"
        | "number"
        /** Milliseconds, as people write them. */
        | "duration"
        /** Any value, as JSON. */
        | "json"
        /** A value of the type that is declared beside it. */
        | "value"
        /** What people fill in, as a JSON Schema. */
        | "fields"
        /** A list of texts. */
        | "texts"
        /** The id of a node, which is renamed everywhere. */
        | "id"
        /** The id of a node of the same list. */
        | "node"
        /** A branch of the node that is named beside it. */
        | "branch"
        /** The key of a job, of a workflow. */
        | "job"
        | "workflow"
        | "version"
        /** What a job runs, by the forms of jobs. */
        | "work"
        /** When a node begins. */
        | "join"
        /** Permissions, people. */
        | "roles"
        | "users"
        /** The nodes of a group, which are edited by themselves. */
        | "nodes"
        /** Whether a way handles a failure, or does by its kind. */
        | "handles";
    }
  | { readonly form: "flag"; /** @default false */ readonly isDefault?: boolean }
  | {
      readonly form: "choice";
      readonly values: readonly ChoiceName[];
      /** What is so without being written. @default nothing */
      readonly default?: ChoiceName;
    }
  | { readonly form: "expression"; readonly role: ExpressionRole }
  | {
      readonly form: "condition";
      readonly role: ExpressionRole;
      /** Whether there may be none, so that none begins it. @default false */
      readonly isOptional?: boolean;
    }
  | { readonly form: "object"; readonly members: Members }
  | {
      readonly form: "list";
      readonly item: Form;
      readonly fresh: unknown;
      /** Whether it stays where nothing is in it. @default false */
      readonly mayBeEmpty?: boolean;
    }
  | VariantForm;

export type Members = { readonly [Name in MemberName]?: Form };

/** One of several objects, told apart by the value of a member, or by a member that they alone have. */
export interface VariantForm {
  readonly form: "variant";
  /** The member whose value says which; `null`: the first member of each case, where it is there. */
  readonly by: string | null;
  readonly cases: { readonly [Name in CaseName]?: VariantCase };
}

export interface VariantCase {
  readonly members: Members;
  /** How it begins. */
  readonly fresh: Readonly<Record<string, unknown>>;
}

const TEXT: Form = { form: "text" };
const NUMBER: Form = { form: "number" };
const DURATION: Form = { form: "duration" };
const JSON_VALUE: Form = { form: "json" };
const FLAG: Form = { form: "flag" };

const VALUE_TYPES: readonly ChoiceName[] = ["text", "number", "boolean", "file", "document", "json"];

const expression = (role: ExpressionRole): Form => ({ form: "expression", role });
const condition = (role: ExpressionRole): Form => ({ form: "condition", role });
const optional = (role: ExpressionRole): Form => ({ form: "condition", role, isOptional: true });
const list = (item: Form, fresh: unknown): Form => ({ form: "list", item, fresh });
const object = (members: Members): Form => ({ form: "object", members });
const oneOf = (values: readonly ChoiceName[], usual?: ChoiceName): Form => ({
  form: "choice",
  values,
  ...(usual !== undefined && { default: usual }),
});

export const PARAM_DECLARATIONS: Form = list(
  object({
    name: TEXT,
    type: oneOf(VALUE_TYPES),
    value: { form: "value", label: "default" },
    required: FLAG,
    secret: FLAG,
  }),
  { name: "", type: "text" },
);

const PARAM_VALUES: Form = list(
  {
    form: "variant",
    by: null,
    cases: {
      expression: {
        members: { expression: expression("param"), name: TEXT },
        fresh: { name: "", expression: "" },
      },
      value: { members: { value: JSON_VALUE, name: TEXT }, fresh: { name: "", value: "" } },
    },
  },
  { name: "", expression: "" },
);

const results = (role: ExpressionRole): Form =>
  list(object({ name: TEXT, type: oneOf(VALUE_TYPES), expression: expression(role) }), {
    name: "",
    type: "text",
    expression: "",
  });

const RETRY_LOOK: Form = object({ times: NUMBER, intervalMs: DURATION });

/** What every look at a resource has. */
const looked = (tests: readonly ChoiceName[]): Members => ({
  name: TEXT,
  test: oneOf(tests),
  uri: expression("look"),
  expect: optional("found"),
  retry: RETRY_LOOK,
});

const RESOURCE: VariantForm = {
  form: "variant",
  by: "type",
  cases: {
    file: { members: looked(["exists"]), fresh: { name: "", type: "file", test: "exists", uri: "" } },
    service: {
      members: looked(["status", "connect"]),
      fresh: { name: "", type: "service", test: "status", uri: "" },
    },
    ftp: {
      members: looked(["connect", "exists"]),
      fresh: { name: "", type: "ftp", test: "connect", uri: "" },
    },
    database: {
      members: {
        ...looked(["connect", "exists", "query"]),
        query: { form: "long" },
        values: list(object({ expression: expression("look") }), { expression: "" }),
      },
      fresh: { name: "", type: "database", test: "connect", uri: "" },
    },
  },
};

const RESOURCES: Form = list(RESOURCE, RESOURCE.cases.file?.fresh);

/** A check of checks holds others, down to as many as there are. */
function check(role: ExpressionRole): VariantForm {
  const form: { -readonly [Key in keyof VariantForm]: VariantForm[Key] } = {
    form: "variant",
    by: "type",
    cases: {},
  };
  const logic = { type: "logic", expression: "" };
  const checks: Form = { form: "list", item: form, fresh: logic, mayBeEmpty: true };
  form.cases = {
    logic: { members: { expression: condition(role) }, fresh: logic },
    resource: {
      members: { use: RESOURCE },
      fresh: { type: "resource", use: { name: "", type: "file", test: "exists", uri: "" } },
    },
    all: { members: { checks }, fresh: { type: "all", checks: [logic] } },
    any: { members: { checks }, fresh: { type: "any", checks: [logic] } },
  };
  return form;
}

const VERIFY: VariantForm = {
  form: "variant",
  by: null,
  cases: {
    callback: {
      members: { callback: FLAG, timeoutMs: DURATION },
      fresh: { callback: true, timeoutMs: 3_600_000 },
    },
    check: {
      members: { check: check("verify"), afterMs: DURATION, everyMs: DURATION, timeoutMs: DURATION },
      fresh: {
        afterMs: 10_000,
        everyMs: 30_000,
        timeoutMs: 3_600_000,
        check: { type: "logic", expression: "" },
      },
    },
  },
};

const WORK: Form = { form: "work" };

export const JOB: VariantForm = {
  form: "variant",
  by: null,
  cases: {
    key: { members: { key: { form: "job" } }, fresh: { key: "" } },
    work: {
      members: {
        work: WORK,
        params: PARAM_DECLARATIONS,
        results: results("job"),
        successCondition: check("job"),
        resources: RESOURCES,
        ready: WORK,
        end: WORK,
        verify: VERIFY,
      },
      fresh: { work: { kind: "code", handler: "" } },
    },
  },
};

const ON: readonly ChoiceName[] = ["ok", "failed", "ended"];
const BRANCHES: readonly ChoiceName[] = ["approved", "refused", "timeout"];

const BASE: Members = {
  id: { form: "id" },
  title: TEXT,
  position: object({ x: NUMBER, y: NUMBER }),
  pre: list(
    object({
      node: { form: "node" },
      on: oneOf(ON, "ok"),
      branch: { form: "branch" },
      handles: { form: "handles" },
    }),
    { node: "" },
  ),
  join: { form: "join" },
  skipWhen: optional("value"),
  allowFailure: FLAG,
  cleanup: FLAG,
  vars: list(object({ name: TEXT, expression: expression("write") }), { name: "", expression: "" }),
};

const RUN: Members = {
  ...BASE,
  params: PARAM_VALUES,
  each: object({
    items: expression("value"),
    sets: list({ ...PARAM_VALUES, mayBeEmpty: true } as Form, []),
    maxParallel: NUMBER,
    onItemFailure: oneOf(["stop", "continue"], "continue"),
    minOk: NUMBER,
  }),
  retry: object({
    times: NUMBER,
    intervalMs: DURATION,
    backoff: NUMBER,
    maxIntervalMs: DURATION,
    on: { form: "texts", label: "codes" },
  }),
  timeoutMs: DURATION,
  waitTimeoutMs: DURATION,
  priority: NUMBER,
};

const WAITS_FOR_RUN: Form = { form: "flag", isDefault: true };

/** The members of nodes, by their type. */
export const NODE_FORMS: Readonly<Record<string, Members>> = {
  job: { ...RUN, job: JOB, wait: WAITS_FOR_RUN },
  task: { ...RUN, key: { form: "workflow" }, version: { form: "version" }, wait: WAITS_FOR_RUN },
  group: { ...RUN, nodes: { form: "nodes" }, results: results("itemEnd") },
  condition: {
    ...BASE,
    branches: {
      form: "list",
      item: object({ name: TEXT, when: condition("value") }),
      fresh: { name: "", when: "" },
      mayBeEmpty: true,
    },
    else: TEXT,
    all: FLAG,
    loop: object({ maxVisits: NUMBER, delayMs: DURATION }),
  },
  wait: {
    ...BASE,
    for: {
      form: "variant",
      by: null,
      cases: {
        ms: { members: { ms: expression("value") }, fresh: { ms: "60000" } },
        until: { members: { until: expression("value") }, fresh: { until: "" } },
        signal: { members: { signal: TEXT }, fresh: { signal: "" } },
        check: {
          members: { check: condition("value"), everyMs: DURATION },
          fresh: { check: "", everyMs: 30_000 },
        },
      },
    },
    timeoutMs: DURATION,
    onTimeout: oneOf(["fail", "continue"], "fail"),
  },
  approval: {
    ...BASE,
    by: object({
      users: { form: "users" },
      roles: { form: "roles" },
      quorum: NUMBER,
      notTheStarter: FLAG,
    }),
    form: { form: "fields" },
    timeoutMs: DURATION,
    onTimeout: oneOf(BRANCHES),
  },
};

/** The members of a body besides its nodes. */
export const BODY_FORM: Members = {
  params: PARAM_DECLARATIONS,
  vars: results("start"),
  resources: RESOURCES,
  results: results("end"),
  successCondition: optional("end"),
  onFailure: oneOf(["continue", "stop", "cancel", "hold"], "continue"),
  holdTimeoutMs: DURATION,
  onRetry: oneOf(["smart", "whole"], "smart"),
  cleanupTimeoutMs: DURATION,
  maxParallel: NUMBER,
};

export const SECTIONS = ["general", "after", "does", "values", "options"] as const;
export type Section = (typeof SECTIONS)[number];

const PLACES: { readonly [Name in MemberName]?: Section } = {
  id: "general",
  title: "general",
  pre: "after",
  join: "after",
  params: "values",
  each: "values",
  results: "values",
  vars: "values",
  skipWhen: "options",
  allowFailure: "options",
  cleanup: "options",
  retry: "options",
  waitTimeoutMs: "options",
  priority: "options",
  position: "options",
};

/** The section of a node's member: a time limit is an option of runs, and what a wait or an approval is about. */
export function sectionOf(type: string, member: MemberName): Section {
  if (member === "timeoutMs") return type === "wait" || type === "approval" ? "does" : "options";
  return PLACES[member] ?? "does";
}
