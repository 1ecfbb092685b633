import { issueText } from "@mojob/core/words";
import i18next from "i18next";
import type { Problem } from "./operations.generated.ts";

type ProblemIssue = NonNullable<Problem["errors"]>[number];

/** The sentence of a mistake in one value. In a file of its own, because these many sentences are loaded with the first form. */
export function issueWords(issue: ProblemIssue): string {
  return issueText(issue, i18next.language === "zh" ? "zh" : "en");
}
