import { parseSync } from "vite";
import { readText } from "./repository.ts";

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [member: string]: unknown;
}

export interface SizedFunction {
  readonly name: string;
  readonly lines: number;
}

const FUNCTIONS: ReadonlySet<string> = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunctionExpression",
]);

/** The functions and methods of a file with more lines than these, the functions inside of them included. */
export function longFunctions(path: string, longest: number): readonly SizedFunction[] {
  const text = readText(path);
  const found: SizedFunction[] = [];
  const visit = (node: Node, holder: Node | null): void => {
    if (FUNCTIONS.has(node.type)) {
      const lines = text.slice(node.start, node.end).split("\n").length;
      if (lines > longest) found.push({ name: nameOf(node, holder), lines });
    }
    for (const member of Object.values(node))
      for (const child of Array.isArray(member) ? member : [member]) if (isNode(child)) visit(child, node);
  };
  visit(parseSync(path, text).program as unknown as Node, null);
  return found;
}

/** The function's own name, or that of the variable, property or method that it is. */
function nameOf({ id }: Node, holder: Node | null): string {
  const named = id ?? holder?.["key"] ?? holder?.["id"];
  const name = isNode(named) ? named["name"] : undefined;
  return typeof name === "string" ? name : "(unnamed)";
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
