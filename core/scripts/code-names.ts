import { CODES } from "../src/model/code/code-table.ts";
import type { AnyRow } from "../src/model/code/code-row.ts";

/** The constants with the column that makes a code one of theirs. */
const KINDS: readonly (readonly [name: string, column: keyof AnyRow, about: string])[] = [
  [
    "MoJobErrorCode",
    "error",
    "Every way an operation of this project can fail; callers branch on these, never on messages.",
  ],
  ["HttpProblemCode", "request", "What can go wrong before a request reaches the scheduler."],
  [
    "WorkErrorCode",
    "work",
    "How work that is not the app's own code fails; a job's `retryOn` can name these. `@mojob/core/words` has the sentences.",
  ],
  [
    "ReasonCode",
    "reason",
    "Why a run is in its state, or took an edge of the state machine: a closed set. `@mojob/core/words` has the sentences.",
  ],
  [
    "CauseCode",
    "cause",
    "Why a run or a fire is as it is: a closed set. `@mojob/core/words` has the sentences.",
  ],
];

const WRITTEN =
  "// Written from the table of codes in core/src/model/code by `npm run codes --workspace core`. Do not edit.";

const NOTE = `${WRITTEN}
// The names stand apart from the table, so that a program that branches on codes loads no texts.
`;

/** The module that has the names of all codes. */
export function codeNames(): string {
  return [NOTE, ...KINDS.map(namesOf)].join("\n");
}

function namesOf([name, column, about]: (typeof KINDS)[number]): string {
  const members = Object.entries(CODES)
    .filter(([, row]) => row[column] !== undefined)
    .map(([code, { means }]) => {
      const doc = means === undefined ? "" : `  /** ${means[0]}. */\n`;
      return `${doc}  ${pascalCase(code)}: "${code}",\n`;
    });
  return `/** ${about} */
export const ${name} = {
${members.join("")}} as const;
export type ${name} = (typeof ${name})[keyof typeof ${name}];
`;
}

/** `job_not_found` → `JobNotFound`. */
function pascalCase(code: string): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The module that has the number of every code, so that who needs numbers loads no texts. */
export function codeNumbers(): string {
  const numbers = Object.entries(CODES)
    .filter(([, { number, reason }]) => number !== undefined || reason !== undefined)
    .map(([code, { number }]) => `  ${code}: ${JSON.stringify(number ?? [])},\n`);
  return `${WRITTEN}
/** The domain and the place of each code; neither for what is no error. */
export const CODE_NUMBERS: Readonly<Record<string, readonly [domain?: number, place?: number]>> = {
${numbers.join("")}};
`;
}
