import type { JsonValue } from "@mojob/core";
import type { OwnJob, ParamValue } from "@mojob/core/engine";
import { isRecord, textOf } from "../json-documents.ts";
import { connectionName, hasSeveral, sqlSource, sqlWork } from "../task/sql-source.ts";
import type { PlacedPlaceholder } from "../task/text-parts.ts";
import type { DagTask } from "./dag.ts";
import type { NodeContext } from "./node-context.ts";
import { noteLeft, resolveTemplate, templatesOf, templateValue } from "./template.ts";

/** Operators that execute SQL, with the field of their connection and what stands there where none is stated. */
const OPERATORS: ReadonlyMap<string, readonly [field: string, connection: string]> = new Map([
  ["SQLExecuteQueryOperator", ["conn_id", "sql_default"]],
  ["PostgresOperator", ["postgres_conn_id", "postgres_default"]],
  ["MySqlOperator", ["mysql_conn_id", "mysql_default"]],
  ["SqliteOperator", ["sqlite_conn_id", "sqlite_default"]],
]);
/** What a driver of Python binds. */
const MARK = /%\((\w+)\)s|%s/g;

/** What Jinja fills in, and what a driver binds outside of that. */
function placeholdersOf(sql: string): readonly PlacedPlaceholder[] {
  const templates = templatesOf(sql);
  let next = 0;
  const marks = [...sql.matchAll(MARK)].filter(({ index }) => {
    while (endOf(templates[next]) <= index) next += 1;
    return (templates[next]?.index ?? Infinity) > index;
  });
  return [...templates, ...marks].toSorted((one, other) => one.index - other.index);
}

function endOf(placed: PlacedPlaceholder | undefined): number {
  return placed === undefined ? Infinity : placed.index + placed[0].length;
}

/** The statement of an operator; `null` where it has none here: it is in a file, or there are several. */
function statementOf({ fields }: DagTask): string | null {
  const sql = fields["sql"] ?? null;
  const [one = null, ...others] = Array.isArray(sql) ? sql : [sql];
  if (typeof one !== "string" || others.length > 0 || /^\S+\.sql$/.test(one.trim())) return null;
  return one;
}

export function isSqlTask(task: DagTask): boolean {
  return OPERATORS.has(task.type) && statementOf(task) !== null;
}

/** A statement on a connection of the same name. */
export function sqlJob(
  task: DagTask,
  context: NodeContext,
): { readonly job: OwnJob; readonly params: readonly ParamValue[] } {
  const { id: node, type, fields } = task;
  const { draft } = context;
  const [field, byDefault] = OPERATORS.get(type) ?? ["conn_id", "sql_default"];
  const connection = connectionName(
    textOf(fields[field] ?? null) ?? textOf(fields["conn_id"] ?? null) ?? byDefault,
  );
  const sql = statementOf(task) ?? "";
  const stated = fields["parameters"] ?? null;
  const given = new Map<string, ParamValue>();
  const resolve = resolveTemplate(node, context);
  const isNumbered = type === "PostgresOperator" || /postgres|(?:^|[^a-z])pg(?:[^a-z]|$)/i.test(connection);
  const bind = (name: string, value: JsonValue): string => {
    given.set(name, templateValue(name, value, { task: node, field: "parameters" }, context));
    return name;
  };
  let position = 0;
  const source = sqlSource(sql, {
    placeholders: placeholdersOf(sql),
    isNumbered,
    nameOf(placeholder) {
      if (placeholder.startsWith("{")) {
        const expression = resolve(placeholder);
        if (expression === null) return null;
        const name = `value-${given.size + 1}`;
        given.set(name, { name, expression });
        return name;
      }
      const [, key] = /^%\((\w+)\)s$/.exec(placeholder) ?? [];
      if (key !== undefined)
        return isRecord(stated) && Object.hasOwn(stated, key) ? bind(key, stated[key] ?? null) : null;
      if (!Array.isArray(stated) || position >= stated.length) return null;
      position += 1;
      return bind(`value-${position}`, (stated[position - 1] as JsonValue | undefined) ?? null);
    },
  });
  for (const found of source.left) noteLeft(node, "sql", found, context);
  if (hasSeveral(sql)) draft.leaveUnfinished("node_statements", `${node}.sql`, { node });
  if (source.names.length > 0 && type === "SQLExecuteQueryOperator")
    draft.info("node_places", `${node}.sql`, { node, found: isNumbered ? "$1" : "?" });
  draft.warn("node_connection", `${node}.${field}`, { node, found: connection });
  return { job: { work: sqlWork(connection, source) }, params: [...given.values()] };
}
