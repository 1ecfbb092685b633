import * as v from "valibot";
import { wanted } from "../../base/issue/issue.ts";
import { ExpressionError } from "../../expression/expression-error.ts";
import { parseExpression } from "../../expression/parse-expression.ts";
import { type Reference, referencesOf } from "../../expression/references.ts";
import type { ExpressionText } from "../../model/task/task-body.ts";
import { text } from "../../model/work-fields.ts";

/** As long as `parseExpression` reads. */
const LONGEST = 10_000;
const PARAMS = "PARAMS";

/** An expression that reads nothing but the arguments of its run, as `$.SELF.PARAMS`. */
export const ofParams: v.GenericSchema<unknown, ExpressionText> = v.pipe(
  text(LONGEST),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const message = mistakeIn(dataset.value);
    if (message !== null) addIssue({ message });
  }),
);

function mistakeIn(value: ExpressionText): string | null {
  try {
    const wrong = referencesOf(parseExpression(value)).map(mistakeOf);
    return wrong.find((message) => message !== null) ?? null;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return wanted("bad_expression", { position: error.at + 1, text: error.message });
  }
}

function mistakeOf({ path: { root, steps } }: Reference): string | null {
  if (root !== "SELF") return wanted("unknown_root", { name: root, values: ["SELF"] });
  const [first] = steps;
  const name = first?.type === "name" ? first.name : "";
  return name === PARAMS ? null : wanted("unknown_of_self", { name, values: [PARAMS] });
}
