import type { ParamValue, ResultDeclaration } from "@mojob/core/engine";
import { shown, textOf } from "../json-documents.ts";
import { connectionName, hasSeveral, sqlSource, sqlWork } from "../task/sql-source.ts";
import type { DolphinTask } from "./dolphin-task.ts";
import { type NodeContext, type NodeWork, resolveIn } from "./script-job.ts";
import { localParams, PLACEHOLDER } from "./workflow-values.ts";

/** The databases that workers here execute statements on. */
const TYPES: ReadonlySet<string> = new Set(["MYSQL", "MARIADB", "POSTGRESQL"]);
/** What is put into the text as it is. */
const RAW = /!\{[\w.]+\}/g;

export function isSqlTask({ params }: DolphinTask): boolean {
  return TYPES.has(textOf(params["type"]) ?? "") && textOf(params["sql"]) !== null;
}

/** A statement on a connection with the number of its data source, whose name is not in the source. */
export function sqlJob(task: DolphinTask, context: NodeContext): NodeWork {
  const { name: node, params } = task;
  const { draft } = context;
  const sql = (textOf(params["sql"]) ?? "").replaceAll("\r\n", "\n");
  const given = new Map<string, ParamValue>();
  const resolve = resolveIn(task, context);
  const source = sqlSource(sql, {
    placeholders: sql.matchAll(PLACEHOLDER),
    isNumbered: textOf(params["type"]) === "POSTGRESQL",
    nameOf(placeholder) {
      const expression = resolve(placeholder);
      if (expression === null) return null;
      const name = placeholder.slice(2, -1).slice(0, 64);
      given.set(name, { name, expression });
      return name;
    },
  });
  for (const found of [...source.left, ...(sql.match(RAW) ?? [])])
    draft.leaveUnfinished("node_template", `${node}.sql`, { node, found });
  if (hasSeveral(sql)) draft.leaveUnfinished("node_statements", `${node}.sql`, { node });
  for (const field of ["preStatements", "postStatements"]) {
    const statements = params[field];
    if (Array.isArray(statements) && statements.length > 0)
      draft.leaveUnfinished("node_field_ignored", `${node}.${field}`, {
        node,
        field,
        found: shown(statements),
      });
  }
  if (params["sendEmail"] === true) draft.lose(node, "sendEmail", "true");
  const connection = connectionName(`datasource-${shown(params["datasource"])}`);
  draft.warn("node_connection", `${node}.datasource`, { node, found: connection });
  const results = resultsOf(task);
  return {
    job: { work: sqlWork(connection, source), ...(results.length > 0 && { results }) },
    params: [...given.values()],
  };
}

/** The values that it gives on: the columns of its first row. */
function resultsOf(task: DolphinTask): readonly ResultDeclaration[] {
  return localParams(task).flatMap(({ name, isOut }) =>
    isOut && !name.includes("'")
      ? [{ name, type: "text", expression: `string($.SELF.RESULT.rows[0]['${name}'] ?? '')` } as const]
      : [],
  );
}
