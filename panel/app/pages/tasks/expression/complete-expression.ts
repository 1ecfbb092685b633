import { FUNCTION_NAMES } from "@mojob/tasks/edit";
import { fieldsOf } from "./field-path.ts";
import type { PastRun } from "./preview.ts";
import type { ExpressionScope } from "./scope.ts";
import { NODE_PARTS, PLAIN_ROOTS } from "./value-choice.ts";

export interface Completion {
  readonly label: string;
  /** A word about it. @default none */
  readonly detail?: string;
}

export interface Completions {
  /** Where what is replaced begins. */
  readonly from: number;
  readonly options: readonly Completion[];
}

const ROOT = /\$\.?\w*$/;
const NODE = /\$\.JOB\['([^']*)$/;
const PART = /\$\.(?:JOB\['([^']*)'\](?:\[(?:\d+|\*)\])?|SELF)\.(\w*)$/;
const FIELD = /\$\.(?:JOB\['([^']*)'\](\[(?:\d+|\*)\])?|SELF)\.(RESULT|PARAMS)\.([\w.[\]]*)$/u;
const NAMED = /\$\.(TASK\.PARAMS|VARS|TASK)\.([\p{L}\p{N}_]*)$/u;
const CALL = /(?:^|[\s(,[{!?:=<>+*/-])([a-z]\w*)$/;

/**
 * What may follow in an expression.
 * @param before the text up to the cursor
 * @param run the run whose values say which fields there are; `null` where none is known
 */
export async function completeExpression(
  before: string,
  scope: ExpressionScope,
  run: PastRun | null,
): Promise<Completions | null> {
  const end = before.length;
  const node = NODE.exec(before);
  if (node !== null) {
    const options = scope.nodes.map(({ id, title }) => ({
      label: id,
      ...(title !== id && { detail: title }),
    }));
    return { from: end - (node[1] ?? "").length, options };
  }
  const field = FIELD.exec(before);
  if (field !== null) {
    const [, id, item, part = "", typed = ""] = field;
    return { from: end - typed.length, options: labels(await fieldsAt(scope, run, { id, item, part })) };
  }
  const part = PART.exec(before);
  if (part !== null)
    return { from: end - (part[2] ?? "").length, options: labels(Object.values(NODE_PARTS)) };
  const named = NAMED.exec(before);
  if (named !== null) {
    const [, root, typed = ""] = named;
    const names =
      root === "VARS" ? scope.variables : root === "TASK" ? ["PARAMS", "ID", "KEY"] : scope.params;
    return { from: end - typed.length, options: labels(names) };
  }
  const root = ROOT.exec(before);
  if (root !== null) return { from: root.index, options: labels(rootsOf(scope)) };
  const call = CALL.exec(before);
  if (call === null) return null;
  return {
    from: end - (call[1] ?? "").length,
    options: FUNCTION_NAMES.map((name) => ({ label: `${name}(` })),
  };
}

interface FieldPlace {
  /** `undefined` is the node itself. */
  readonly id: string | undefined;
  readonly item: string | undefined;
  readonly part: string;
}

async function fieldsAt(
  scope: ExpressionScope,
  run: PastRun | null,
  { id, item, part }: FieldPlace,
): Promise<readonly string[]> {
  if (id === undefined) return part === "RESULT" ? scope.ownResults : scope.given;
  const node = scope.nodes.find((one) => one.id === id);
  if (node === undefined) return [];
  const whole = `$.JOB['${id}']${item === undefined ? "" : "[0]"}.${part}`;
  const past = run === null ? null : await run.evaluate(whole, scope.node);
  const seen = past !== null && "value" in past ? fieldsOf(past.value) : [];
  return [...new Set([...(part === "RESULT" ? node.results : []), ...seen])];
}

function rootsOf({ kinds, ownParts, nodes }: ExpressionScope): readonly string[] {
  const plain = Object.entries(PLAIN_ROOTS).flatMap(([kind, names]) =>
    kinds.some((one) => one === kind) ? [`$.${names.join(".")}`] : [],
  );
  return [...(nodes.length > 0 ? ["$.JOB['"] : []), ...plain, ...(ownParts.length > 0 ? ["$.SELF."] : [])];
}

function labels(names: readonly string[]): readonly Completion[] {
  return names.map((label) => ({ label }));
}
