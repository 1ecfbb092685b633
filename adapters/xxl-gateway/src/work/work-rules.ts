import { issueAt, wanted } from "@mojob/core/engine";
import type { WorkKindRules } from "@mojob/core/ports";
import * as v from "valibot";
import { BlockStrategy, GlueType, XXL_KIND, type XxlWork } from "./xxl-work.ts";

const LONGEST_SOURCE = 256 * 1024;

const text = (max: number) =>
  v.pipe(
    v.string(wanted("not_text")),
    v.minLength(1, wanted("empty")),
    v.maxLength(max, wanted("too_long", { max })),
  );
const oneOf = <const Value extends string>(set: Readonly<Record<string, Value>>) =>
  v.picklist(Object.values(set), wanted("not_one_of", { values: Object.values(set) }));

/** A handler of the executor's own, or a text that the executor runs. */
const schema = v.pipe(
  v.strictObject({
    kind: v.literal(XXL_KIND),
    handler: v.optional(
      v.pipe(v.string(wanted("not_text")), v.maxLength(256, wanted("too_long", { max: 256 }))),
      "",
    ),
    appName: v.optional(text(64)),
    glueType: v.optional(oneOf(GlueType)),
    glueSource: v.optional(text(LONGEST_SOURCE)),
    blockStrategy: v.optional(oneOf(BlockStrategy)),
    broadcast: v.optional(v.boolean(wanted("not_flag"))),
  }),
  v.forward(
    v.check(({ handler, glueType }) => handler !== "" || !isBean(glueType), wanted("empty")),
    ["handler"],
  ),
  v.forward(
    v.check(({ glueType, glueSource }) => isBean(glueType) || glueSource !== undefined, wanted("required")),
    ["glueSource"],
  ),
);

/**
 * The rules of work for executors of XXL-JOB; `createXxlGateway` registers them with `registerWorkKind`, as do the management API and the
 * server. A program with none of these that decides about such jobs does it itself.
 */
export const XXL_WORK: WorkKindRules<XxlWork> = {
  kind: XXL_KIND,
  schema: schema as v.GenericSchema<unknown, XxlWork>,
  choosesExecutor: true,
  outlivesWorker: () => true,
  isBroadcast: ({ broadcast }) => broadcast === true,
  offeredName: ({ appName }) => appName ?? null,
  notOffered: ({ appName = "" }, values) =>
    issueAt("/work/appName", "no_such_executors", { appName, values }),
  text: ({ glueType, glueSource }) =>
    glueType === undefined || isBean(glueType) || glueSource === undefined
      ? null
      : { language: glueType, source: glueSource },
  withText: (work, { language, source }) => ({
    ...work,
    glueType: language as GlueType,
    glueSource: source,
  }),
};

function isBean(type: GlueType | undefined): boolean {
  return type === undefined || type === GlueType.Bean;
}
