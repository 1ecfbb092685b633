import type { AlarmRule } from "@mojob/core/engine";
import { ruleFor } from "@mojob/core/feature";
import { AlarmCondition } from "@mojob/core/words";
import type { AccessToken } from "@mojob/identity";
import type { RuledFinding } from "./ruled-finding.ts";

/** One that nobody rotated for so long after its end is missed by nobody. */
const SHOWN_AFTER_END_MS = 7 * 24 * 3_600_000;

/** A token that ends soon, or has ended a short while ago, with what is found of it. */
export interface EndingToken {
  readonly token: AccessToken;
  readonly found: RuledFinding;
}

/** The tokens whose end is near by their rules; those of a short life have less time. */
export function endingTokens(
  tokens: readonly AccessToken[],
  rules: readonly AlarmRule[],
  now: Date,
): readonly EndingToken[] {
  return tokens.flatMap((token) => {
    const { id, name, kind, person, createdBy, createdMs, expiresMs, revokedMs } = token;
    if (expiresMs === null || revokedMs !== null) return [];
    const app = appOf(token);
    const rule = ruleFor(rules, AlarmCondition.TokenExpiring, { app, job: null });
    const { beforeMs = 0, ofLife = 0 } = rule.parameters;
    const fromMs = expiresMs - Math.min(beforeMs, ofLife * (expiresMs - createdMs));
    const nowMs = now.getTime();
    if (!rule.enabled || nowMs < fromMs || nowMs >= expiresMs + SHOWN_AFTER_END_MS) return [];
    const finding = {
      condition: AlarmCondition.TokenExpiring,
      app,
      jobKey: null,
      token: id,
      at: new Date(fromMs),
      run: null,
      error: null,
      parameters: {
        token: name,
        kind,
        owner: person === null ? createdBy : `user:${person}`,
        expires: new Date(expiresMs).toISOString(),
        hasExpired: nowMs >= expiresMs,
      },
    };
    return [{ token, found: { finding, rule } }];
  });
}

/** The one app that a token is for; `null` for one of several apps, and of a person. */
function appOf({ memberships }: AccessToken): string | null {
  const [app, ...others] = memberships.flatMap(({ apps }) => apps ?? []);
  return app !== undefined && others.length === 0 ? app : null;
}
