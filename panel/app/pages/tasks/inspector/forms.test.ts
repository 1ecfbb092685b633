import { TASK_BODY_SCHEMA } from "@mojob/tasks";
import { expect, it } from "vitest";
import { BODY_FORM, type Form, type Members, NODE_FORMS } from "./forms.ts";

/** A schema of valibot, as far as it is walked here. */
interface Schema {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly pipe?: readonly Schema[];
  readonly options?: readonly (Schema | string)[];
  readonly key?: string;
  readonly literal?: unknown;
  readonly getter?: (input: unknown) => Schema;
}

/** What lazy schemas choose by, which of their objects is meant. */
const PROBES = [
  {},
  [],
  "live",
  ...["expression", "work", "callback", "ms", "until", "signal", "check", "min"].map((name) => ({
    [name]: 1,
  })),
];

/** The schemas that a value may be of. */
function variantsOf(schema: Schema): readonly Schema[] {
  if (schema.wrapped !== undefined) return variantsOf(schema.wrapped);
  if (schema.pipe !== undefined && schema.pipe[0] !== schema) return variantsOf(schema.pipe[0] as Schema);
  if (schema.getter !== undefined) {
    const { getter } = schema;
    return PROBES.flatMap((probe) => variantsOf(getter(probe)));
  }
  if (schema.type === "variant") return (schema.options as readonly Schema[]).flatMap(variantsOf);
  return [schema];
}

const objectsOf = (schema: Schema): readonly Schema[] =>
  variantsOf(schema).filter(({ entries }) => entries !== undefined);

/** The objects of a schema whose discriminator, or whose presence of a member, is this. */
function caseOf(schema: Schema, by: string | null, name: string): readonly Schema[] {
  return objectsOf(schema).filter(({ entries = {} }) =>
    by === null ? Object.hasOwn(entries, name) : entries[by]?.literal === name,
  );
}

const LEAVES = new Set([
  "text",
  "long",
  "number",
  "duration",
  "json",
  "value",
  "fields",
  "texts",
  "id",
  "node",
  "branch",
  "job",
  "workflow",
  "version",
  "work",
  "roles",
  "users",
  "nodes",
  "handles",
  "flag",
  "expression",
  "condition",
]);

/** Work has the forms of jobs, and nodes have their own. */
const SHOWN_ELSEWHERE = new Set(["work", "nodes"]);

const seen = new Set<Form>();

/** Everything that a schema has and a form lacks, and the other way round. */
function differences(schema: Schema, form: Form, at: string): readonly string[] {
  if (seen.has(form) && form.form === "variant") return [];
  seen.add(form);
  switch (form.form) {
    case "object":
      return memberDifferences(objectsOf(schema), form.members, at);
    case "list": {
      const array = variantsOf(schema).find(({ item }) => item !== undefined);
      return array?.item === undefined ? [`${at} is no list`] : differences(array.item, form.item, `${at}/*`);
    }
    case "variant": {
      const { by, cases } = form;
      const shown = new Set(Object.keys(cases).flatMap((name) => caseOf(schema, by, name)));
      const hidden = objectsOf(schema).filter((one) => !shown.has(one));
      return [
        ...hidden.map(({ entries = {} }) => `${at} has no case for ${Object.keys(entries).join()}`),
        ...Object.entries(cases).flatMap(([name, { members }]) =>
          memberDifferences(caseOf(schema, by, name), members, `${at}/<${name}>`, by),
        ),
      ];
    }
    case "choice": {
      const picks = variantsOf(schema).flatMap(({ type, options, literal }) =>
        type === "literal" ? [String(literal)] : (options ?? []).map(String),
      );
      const [offered, known] = [new Set(form.values), new Set(picks)];
      return offered.symmetricDifference(known).size === 0
        ? []
        : [`${at} offers others than ${picks.join()}`];
    }
    case "join":
      return variantsOf(schema).some(({ options }) => options?.includes("done")) ? [] : [`${at} is no join`];
    default:
      if (!LEAVES.has(form.form)) return [`${at} has no form`];
      return objectsOf(schema).length === 0 || SHOWN_ELSEWHERE.has(form.form)
        ? []
        : [`${at} does not show what is in it`];
  }
}

function memberDifferences(
  schemas: readonly Schema[],
  members: Members,
  at: string,
  by: string | null = null,
): readonly string[] {
  const known = new Set(schemas.flatMap(({ entries = {} }) => Object.keys(entries)));
  if (known.size === 0) return [`${at} is not in the schema`];
  const lacking = [...known].filter((name) => name !== by && !Object.hasOwn(members, name));
  const unknown = Object.keys(members).filter((name) => !known.has(name));
  return [
    ...lacking.map((name) => `${at}/${name} has no field`),
    ...unknown.map((name) => `${at}/${name} cannot be written`),
    ...Object.entries(members).flatMap(([name, form]) => {
      const ofMember = schemas.flatMap(({ entries = {} }) => entries[name] ?? []);
      const [first, ...others] = ofMember;
      if (first === undefined) return [];
      // A member may be of other values in another object of the same kind.
      const all = others.length === 0 ? first : { type: "variant", options: ofMember };
      return differences(all, form, `${at}/${name}`);
    }),
  ];
}

const BODY = objectsOf(TASK_BODY_SCHEMA);
const NODES = variantsOf(BODY[0]?.entries?.["nodes"] as Schema).flatMap(({ item }) => item ?? []);

it("every member of a body has a field, and each field can be written", () => {
  const others = { ...BODY_FORM, engine: { form: "number" }, nodes: { form: "nodes" } } as const;
  expect(memberDifferences(BODY, others, "")).toEqual([]);
});

it.each(Object.entries(NODE_FORMS))("every member of a node of type %s has a field", (type, members) => {
  const schemas = NODES.flatMap((node) => caseOf(node, "type", type));
  expect(schemas).toHaveLength(1);
  expect(memberDifferences(schemas, members, type, "type")).toEqual([]);
});

it("every type of node has a form", () => {
  const types = NODES.flatMap(objectsOf).map(({ entries }) => entries?.["type"]?.literal);
  expect(new Set(Object.keys(NODE_FORMS))).toEqual(new Set(types));
});

it("a form that lacks a member, or has one more, is found", () => {
  const [job] = NODES.flatMap((node) => caseOf(node, "type", "job"));
  const { retry: _, ...lacking } = NODE_FORMS["job"] as Members;
  const found = memberDifferences(
    job === undefined ? [] : [job],
    { ...lacking, test: { form: "text" } },
    "job",
    "type",
  );
  expect(found).toEqual(["job/retry has no field", "job/test cannot be written"]);
});
