import { isTerminal } from "@mojob/core";
import type { Evidence } from "./evidence.ts";
import { type Verdict, VerdictKind } from "./verdict.ts";

/** Each end was followed, and nothing that has not ended. */
export function checkFollowed({ instances, followed }: Evidence): readonly Verdict[] {
  return instances.flatMap(({ id, state }): Verdict[] => {
    const hasEnded = isTerminal(state);
    if (hasEnded === followed.has(id)) return [];
    const message = hasEnded
      ? `it ended as "${state}", and no follower was called`
      : `it is "${state}" and was followed`;
    return [{ kind: VerdictKind.NotFollowed, subject: id, message }];
  });
}
