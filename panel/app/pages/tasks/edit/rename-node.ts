import { parseExpression, type PathExpression, referencesOf } from "@mojob/tasks/edit";
import { type Body, idOf, isObject, mapNodes, type NodeSource } from "./body.ts";

/** Members whose text is an expression, wherever they stand. */
const EXPRESSIONS: ReadonlySet<string> = new Set([
  "expression",
  "skipWhen",
  "when",
  "until",
  "check",
  "uri",
  "expect",
  "items",
  "ms",
  "successCondition",
]);

/** Members in which no expression is. */
const OTHERS: ReadonlySet<string> = new Set([
  "value",
  "work",
  "ready",
  "end",
  "form",
  "pre",
  "position",
  "by",
  "retry",
]);

/** The name of a node in a path, as it may be written. */
const NODE_STEP =
  /\$\s*\.\s*JOB\s*(?:\.\s*[\p{L}_][\p{L}\p{N}_]*|\[\s*['"‘’′“”](?:\\[^]|[^\\'"‘’′“”])*['"‘’′“”]\s*\])/uy;

/** A body in which nodes have other ids: ways and expressions that name them follow, and every other character stays. */
export function renameNodes(body: Body, ids: ReadonlyMap<string, string>): Body {
  const { nodes: _, ...others } = body;
  const members = { ...body, ...(inExpressions(others, ids) as Body), nodes: body["nodes"] };
  return mapNodes("nodes" in body ? members : body, (node) => renamedNode(node, ids));
}

export function renameNode(body: Body, from: string, to: string): Body {
  return renameNodes(body, new Map([[from, to]]));
}

function renamedNode(node: NodeSource, ids: ReadonlyMap<string, string>): NodeSource {
  const id = idOf(node) ?? "";
  const entries = Object.entries(node).map(([name, member]) => {
    if (name === "id") return [name, ids.get(id) ?? member];
    if (name === "pre" && Array.isArray(member)) return [name, member.map((way) => renamedWay(way, ids))];
    // What is in a group was renamed already.
    return [name, name === "nodes" ? member : inMember(name, member, ids)];
  });
  return Object.fromEntries(entries) as NodeSource;
}

function renamedWay(way: unknown, ids: ReadonlyMap<string, string>): unknown {
  const to = isObject(way) ? ids.get(String(way["node"])) : undefined;
  return isObject(way) && to !== undefined ? { ...way, node: to } : way;
}

function inMember(name: string, value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return EXPRESSIONS.has(name) ? renamedIn(value, ids) : value;
  return OTHERS.has(name) ? value : inExpressions(value, ids);
}

function inExpressions(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => inExpressions(item, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, inMember(name, member, ids)]),
  );
}

/** An expression that reads nodes by other ids; a text that is no expression stays as it is. */
export function renamedIn(text: string, ids: ReadonlyMap<string, string>): string {
  const places = pathsOf(text).flatMap(({ root, steps: [step], at }) => {
    const to = root === "JOB" && step?.type === "name" ? ids.get(step.name) : undefined;
    return to === undefined ? [] : [{ at, to }];
  });
  // From the end, so that the places before stay where they are.
  return places
    .toSorted((one, other) => other.at - one.at)
    .reduce((renamed, { at, to }) => {
      NODE_STEP.lastIndex = at;
      const [found] = NODE_STEP.exec(renamed) ?? [];
      if (found === undefined) return renamed;
      return `${renamed.slice(0, at)}$.JOB['${to}']${renamed.slice(at + found.length)}`;
    }, text);
}

function pathsOf(text: string): readonly PathExpression[] {
  try {
    return referencesOf(parseExpression(text)).map(({ path }) => path);
  } catch {
    return [];
  }
}
