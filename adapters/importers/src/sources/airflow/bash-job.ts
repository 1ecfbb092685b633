import type { OwnJob, ParamValue } from "@mojob/core/engine";
import { isRecord, textOf } from "../json-documents.ts";
import { shellSource, shellVariable, singleQuoted } from "../task/shell-source.ts";
import type { PlacedPlaceholder } from "../task/text-parts.ts";
import type { DagTask } from "./dag.ts";
import type { NodeContext } from "./node-context.ts";
import { noteLeft, resolveTemplate, templatesOf, templateValue } from "./template.ts";

/** A command of bash: what Jinja filled in becomes parameters of the node. */
export function bashJob(
  { id, fields }: DagTask,
  context: NodeContext,
): { readonly job: OwnJob; readonly params: readonly ParamValue[] } {
  const command = textOf(fields["bash_command"]) ?? ":";
  const params: ParamValue[] = [];
  const isQuoted = singleQuoted(command);
  const resolve = resolveTemplate(id, context);
  const names = new Map<string, string>();
  const fill = ({ 0: placeholder, index }: PlacedPlaceholder): string => {
    const expression = resolve(placeholder);
    if (expression === null) {
      noteLeft(id, "bash_command", placeholder, context);
      return placeholder;
    }
    if (isQuoted(index))
      context.draft.leaveUnfinished("node_quoted", `${id}.bash_command`, { node: id, found: placeholder });
    const name = names.get(expression) ?? shellVariable(String(names.size + 1));
    if (!names.has(expression)) params.push({ name, expression: `string(${expression})` });
    names.set(expression, name);
    return `\${${name}}`;
  };
  const text = filledIn(command, fill);
  const env = environmentOf({ id, fields }, params, context);
  const cwd = textOf(fields["cwd"]);
  const source = `${env}${cwd === null ? "" : `cd '${cwd.replaceAll("'", "'\\''")}' || exit 1\n`}${text}`;
  return {
    job: { work: { kind: "script", language: "shell", source: shellSource(source, params.length > 0) } },
    params,
  };
}

function filledIn(command: string, fill: (placeholder: PlacedPlaceholder) => string): string {
  let text = "";
  let from = 0;
  for (const placeholder of templatesOf(command)) {
    text += command.slice(from, placeholder.index) + fill(placeholder);
    from = placeholder.index + placeholder[0].length;
  }
  return text + command.slice(from);
}

/** Its variables, each a parameter where something is filled in. */
function environmentOf(
  { id, fields }: Pick<DagTask, "id" | "fields">,
  params: ParamValue[],
  context: NodeContext,
): string {
  const env = fields["env"] ?? null;
  if (!isRecord(env)) return "";
  return Object.entries(env)
    .filter(([name]) => /^[A-Za-z_]\w*$/.test(name))
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const variable = shellVariable(`env_${name}`);
      const param = templateValue(variable, text, { task: id, field: `env.${name}` }, context);
      if (!("expression" in param)) return `export ${name}='${text.replaceAll("'", "'\\''")}'\n`;
      params.push({ name: variable, expression: `string(${param.expression})` });
      return `export ${name}="\${${variable}}"\n`;
    })
    .join("");
}
