/** What forms for a task's body know of its expressions and its graph, without a scheduler. */
export {
  type Expression,
  ExpressionError,
  formatExpression,
  FUNCTION_NAMES,
  parseExpression,
  type PathExpression,
  type PathStep,
  type Reference,
  referencesOf,
} from "@mojob/core/feature";
export { type NodesBefore, nodesBefore, type ReadingPlace } from "./plan/nodes-before.ts";
