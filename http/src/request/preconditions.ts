import { isMoJobError, MoJobErrorCode } from "@mojob/core";
import { assertIdempotencyKey, type InputIssue, issueAt } from "@mojob/core/engine";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { httpProblem, parameterError } from "../problem/problem.ts";

/** The revisions an edit is meant for; `*` is any (RFC 9110 §13.1.1). */
export type RevisionMatch = "*" | readonly number[];

/** The revisions by themselves; `null` is any. */
export function revisionsOf(match: RevisionMatch): readonly number[] | null {
  return match === "*" ? null : match;
}

const ENTITY_TAG = /^(W\/)?"([^"]*)"$/;
const REVISION = /^[1-9]\d{0,14}$/;

/** A definition's revision as an entity tag. */
export function etagOf(revision: number): string {
  return `"${revision}"`;
}

/**
 * Reads `If-Match`. A weak tag, or one that is no revision of ours, matches nothing.
 * @throws HTTPException 428 where it is missing, 400 where it is no list of entity tags
 */
export function readIfMatch(header: string | undefined): RevisionMatch {
  if (header === undefined) {
    throw httpProblem(
      HttpProblemCode.PreconditionRequired,
      'Cannot change it: send If-Match with the ETag you read, such as If-Match: "3"',
    );
  }
  if (header.trim() === "*") return "*";
  const tags = header.split(",").map((tag) => ENTITY_TAG.exec(tag.trim()));
  if (tags.includes(null)) {
    throw badHeader("If-Match", issueAt("", "entity_tags_rule"));
  }
  return tags.flatMap((tag) =>
    tag?.[1] === undefined && REVISION.test(tag?.[2] ?? "") ? [Number(tag?.[2])] : [],
  );
}

/**
 * Reads `Idempotency-Key`, as it stands.
 * @param reserve characters left free for what is appended to it
 * @throws HTTPException 400 unless it is visible ASCII of a bounded length
 */
export function readIdempotencyKey(header: string | undefined, reserve = 0): string | undefined {
  if (header === undefined) return undefined;
  try {
    assertIdempotencyKey(header + "-".repeat(reserve));
  } catch (error) {
    if (!isMoJobError(error)) throw error;
    throw badHeader("Idempotency-Key", issueAt("", "idempotency_key_rule", { max: 100 - reserve }));
  }
  return header;
}

function badHeader(name: string, issue: InputIssue): Error {
  return httpProblem(MoJobErrorCode.InvalidArgument, `Cannot use the header "${name}": it ${issue.message}`, {
    errors: [parameterError(name, issue)],
  });
}
