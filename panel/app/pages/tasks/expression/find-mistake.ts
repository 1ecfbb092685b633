import { ExpressionError, parseExpression } from "@mojob/tasks/edit";
import { issueWords } from "../../../api/issue-words.ts";

/** Where a text stops being an expression. */
export interface ExpressionMistake {
  /** From 0. */
  readonly at: number;
  readonly words: string;
}

/** `null` where the text is an expression, and where nothing is written yet. */
export function findMistake(text: string): ExpressionMistake | null {
  if (text.trim() === "") return null;
  try {
    parseExpression(text);
    return null;
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    const { at, message } = error;
    const words = issueWords({
      code: "bad_expression",
      parameters: { position: at + 1, text: message },
      message,
    });
    return { at, words };
  }
}
