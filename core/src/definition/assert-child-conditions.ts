import { invalidInput } from "../base/input.ts";
import { issueAt } from "../base/issue/issue.ts";
import type { InputIssue } from "../base/issue/issue-code.ts";
import { ExpressionError } from "../expression/expression-error.ts";
import { parseExpression } from "../expression/parse-expression.ts";
import { MOST_PATTERNS, Patterns } from "../expression/patterns.ts";
import { referencesOf } from "../expression/references.ts";
import type { ResolvedJobOptions } from "../model/option/job-options.ts";

/** The name that the condition of a child can use: the run that has ended. */
const ROOTS = ["SELF"];

/** @throws MoJobError `invalid_argument` for a condition of a child that is no expression over `$.SELF`, with its place */
export function assertChildConditions({ children }: ResolvedJobOptions, doing: string): void {
  const patterns = new Patterns();
  const issues = children.flatMap(({ when }, index) =>
    when === undefined ? [] : issuesOf(when, `/children/${index}/when`, patterns),
  );
  const { tooMany } = patterns;
  if (tooMany !== null)
    issues.push(issueAt("/children", "patterns_too_large", { max: MOST_PATTERNS, instructions: tooMany }));
  if (issues.length > 0) throw invalidInput(doing, issues);
}

function issuesOf(when: string, pointer: string, patterns: Patterns): readonly InputIssue[] {
  try {
    const expression = parseExpression(when);
    patterns.assert(expression);
    const named = new Set(referencesOf(expression).map(({ path }) => path.root));
    return [...named]
      .filter((name) => !ROOTS.includes(name))
      .map((name) => issueAt(pointer, "unknown_root", { name, values: ROOTS }));
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return [issueAt(pointer, "bad_expression", { position: error.at + 1, text: error.message })];
  }
}
