import {
  boundedList,
  type JobNode,
  LONGEST_JOB_KEY,
  type OwnJob,
  type ParamDeclaration,
  type ParamValue,
  type ResultDeclaration,
  wanted,
} from "@mojob/core/engine";
import {
  type Check,
  JOB_WORK_SCHEMA,
  type ResourceUse,
  type StoredJob,
  TESTS_OF,
  ValueType,
  type VarWrite,
} from "@mojob/core/feature";
import { ResourceTest, ResourceType } from "@mojob/core/ports";
import * as v from "valibot";
import { expression, flag, json, name, oneOf, text, wholeFrom } from "./part-schema.ts";

const MOST_PARAMS = 200;
const MOST_CHECKS = 20;
const LONGEST_QUERY = 10_000;
const MOST_QUERY_VALUES = 100;
const DAY_MS = 86_400_000;
const ms = wholeFrom(0, 365 * DAY_MS);

export const PARAM_DECLARATIONS: v.GenericSchema<unknown, readonly ParamDeclaration[]> = boundedList(
  v.strictObject({
    name,
    type: oneOf(ValueType),
    value: v.exactOptional(json),
    required: v.exactOptional(flag),
    secret: v.exactOptional(flag),
  }),
  MOST_PARAMS,
);

export const PARAM_VALUES: v.GenericSchema<unknown, readonly ParamValue[]> = boundedList(
  either("expression", v.strictObject({ name, expression }), v.strictObject({ name, value: json })),
  MOST_PARAMS,
);

export const VAR_WRITES: v.GenericSchema<unknown, readonly VarWrite[]> = boundedList(
  v.strictObject({ name, expression }),
  MOST_PARAMS,
);

export const RESULT_DECLARATIONS: v.GenericSchema<unknown, readonly ResultDeclaration[]> = boundedList(
  v.strictObject({ name, type: oneOf(ValueType), expression }),
  MOST_PARAMS,
);

const looked = {
  name,
  uri: expression,
  expect: v.exactOptional(expression),
  retry: v.exactOptional(v.strictObject({ times: wholeFrom(0, 100), intervalMs: wholeFrom(100, DAY_MS) })),
};

const queryValues = boundedList(v.strictObject({ expression }), MOST_QUERY_VALUES);

const database = v.variant(
  "test",
  [
    v.strictObject({
      ...looked,
      type: v.literal(ResourceType.Database),
      test: v.literal(ResourceTest.Query),
      query: text(LONGEST_QUERY),
      values: v.exactOptional(queryValues),
    }),
    v.strictObject({
      ...looked,
      type: v.literal(ResourceType.Database),
      test: v.picklist([ResourceTest.Connect, ResourceTest.Exists]),
    }),
  ],
  wanted("not_one_of", { values: TESTS_OF[ResourceType.Database] }),
);

const resource: v.GenericSchema<unknown, ResourceUse> = v.variant(
  "type",
  [
    v.strictObject({ ...looked, type: v.literal(ResourceType.File), test: testOf(ResourceType.File) }),
    v.strictObject({ ...looked, type: v.literal(ResourceType.Service), test: testOf(ResourceType.Service) }),
    v.strictObject({ ...looked, type: v.literal(ResourceType.Ftp), test: testOf(ResourceType.Ftp) }),
    database,
  ],
  wanted("not_one_of", { values: Object.values(ResourceType) }),
);

const checks = boundedList(
  v.lazy((): v.GenericSchema<unknown, Check> => CHECK),
  MOST_CHECKS,
);
const CHECK: v.GenericSchema<unknown, Check> = v.variant(
  "type",
  [
    v.strictObject({ type: v.literal("logic"), expression }),
    v.strictObject({ type: v.literal("resource"), use: resource }),
    v.strictObject({ type: v.literal("all"), checks }),
    v.strictObject({ type: v.literal("any"), checks }),
  ],
  wanted("not_one_of", { values: ["logic", "resource", "all", "any"] }),
);

const verify = either(
  "callback",
  v.strictObject({ callback: v.literal(true, wanted("not_flag")), timeoutMs: ms }),
  v.strictObject({ afterMs: ms, everyMs: wholeFrom(1000, DAY_MS), timeoutMs: ms, check: CHECK }),
);

export const RESOURCES: v.GenericSchema<unknown, readonly ResourceUse[]> = boundedList(resource, MOST_CHECKS);

const OWN_JOB: v.GenericSchema<unknown, OwnJob> = v.strictObject({
  work: JOB_WORK_SCHEMA,
  ready: v.exactOptional(JOB_WORK_SCHEMA),
  end: v.exactOptional(JOB_WORK_SCHEMA),
  params: v.exactOptional(PARAM_DECLARATIONS),
  resources: v.exactOptional(RESOURCES),
  results: v.exactOptional(RESULT_DECLARATIONS),
  successCondition: v.exactOptional(CHECK),
  verify: v.exactOptional(verify),
});

const STORED_JOB: v.GenericSchema<unknown, StoredJob> = v.strictObject({
  key: text(LONGEST_JOB_KEY),
});

export const JOB_SCHEMA: v.GenericSchema<unknown, JobNode["job"]> = either("work", OWN_JOB, STORED_JOB);

function testOf(type: ResourceType): v.GenericSchema<unknown, ResourceTest> {
  return v.picklist(TESTS_OF[type], wanted("not_one_of", { values: TESTS_OF[type] }));
}

/** One of two objects, told apart by a member: the mistakes are those of the one that was meant. */
function either<One, Other>(
  member: string,
  having: v.GenericSchema<unknown, One>,
  lacking: v.GenericSchema<unknown, Other>,
): v.GenericSchema<unknown, One | Other> {
  return v.lazy((input): v.GenericSchema<unknown, One | Other> => {
    const isObject = typeof input === "object" && input !== null;
    return isObject && Object.hasOwn(input, member) ? having : lacking;
  });
}
