import { ISSUE_CODES } from "@mojob/core/engine";
import * as v from "valibot";
import { PROBLEMS, type ProblemCode } from "../problem/problem-code.ts";
import type { Problem } from "../problem/problem.ts";
import type { Parser } from "../request/validate.ts";

/** A problem (RFC 9457) as the OpenAPI document describes it. */
export const problemSchema: Parser<Problem> = v.object({
  type: v.pipe(v.string(), v.description("A URI that names the kind of problem")),
  title: v.string(),
  status: v.number(),
  detail: v.pipe(v.string(), v.description("What went wrong this time and what is wanted")),
  code: v.pipe(
    v.picklist(Object.keys(PROBLEMS) as ProblemCode[]),
    v.description("Stable: branch on this, never on the words"),
  ),
  number: v.pipe(v.number(), v.description("The number of the code, as the pages of error codes list it")),
  errors: v.exactOptional(
    v.array(
      v.object({
        pointer: v.exactOptional(v.pipe(v.string(), v.description("JSON Pointer into the body"))),
        parameter: v.exactOptional(v.pipe(v.string(), v.description("Name in the path, query or headers"))),
        position: v.exactOptional(
          v.pipe(v.number(), v.description("In a cron expression: the character, from 1")),
        ),
        line: v.exactOptional(
          v.pipe(
            v.number(),
            v.description("In a document: the line of it, from 1; `pointer` is then into the document"),
          ),
        ),
        column: v.exactOptional(
          v.pipe(v.number(), v.description("In its line, from 1, in UTF-16 code units")),
        ),
        code: v.pipe(
          v.picklist(ISSUE_CODES),
          v.description("What is wrong: stable, and the same for each mistake of its kind"),
        ),
        parameters: v.exactOptional(
          v.pipe(
            v.record(v.string(), v.unknown()),
            v.description("What a sentence about it is made of, such as a limit"),
          ),
        ),
        message: v.pipe(v.string(), v.description("The sentence in English")),
      }),
    ),
  ),
  parameters: v.exactOptional(
    v.pipe(
      v.record(v.string(), v.unknown()),
      v.description("What a sentence about it is made of, such as the `reason` why a task refuses something"),
    ),
  ),
  instance: v.exactOptional(
    v.pipe(v.string(), v.description("Names this occurrence in the server's reports")),
  ),
  revision: v.exactOptional(v.pipe(v.number(), v.description("Where an edit was stale: the revision now"))),
  version: v.exactOptional(
    v.pipe(v.number(), v.description("Where a script was stale: the version that is in force")),
  ),
});
