/** What forms for a task's body know of its expressions, without a scheduler. */
export { parseExpression, type PathExpression, referencesOf } from "@mojob/core/feature";
