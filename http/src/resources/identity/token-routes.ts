import { MoJobError, MoJobErrorCode, type Principal, PrincipalKind } from "@mojob/core";
import { appsWith, Permission } from "@mojob/core/engine";
import { type KnownToken, TokenKind } from "@mojob/identity";
import * as v from "valibot";
import { Credential } from "../../auth/caller.ts";
import { API_BASE } from "../../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, type RouteRequest, RouteTag } from "../../route/route.ts";
import { text, wholeNumber } from "../../schema/fields.ts";
import { strictObject } from "../../schema/strict-object.ts";
import { doerOf, type PeopleContext } from "./people-context.ts";
import { madeTokenSchema, tokenBody, tokenJson, tokenSchema } from "./schema.ts";

const tokenPath = strictObject({ id: text(64, 1) });
const MOST_OVERLAP_MS = 30 * 24 * 60 * 60 * 1000;

/** The tokens of people, programs and executors. */
export function createTokenRoutes(people: PeopleContext): readonly Route[] {
  const { identity, tenant, onEnded } = people;
  /** Somebody's own, or one of the tenant where the caller keeps those. */
  const find = async (id: string, viewer: Viewer): Promise<KnownToken> => {
    const token = await identity.tokens.get(id);
    if (isShown(token, viewer, tenant)) return token;
    throw new MoJobError(MoJobErrorCode.TokenNotFound, `Cannot find token "${id}"`);
  };
  return [
    defineRoute({
      method: "GET",
      pattern: `${API_BASE}/tokens`,
      uses: [],
      operationId: "listTokens",
      tag: RouteTag.People,
      summary: "List tokens",
      description:
        "Your own, where you signed in by name; with `tokens:edit` those of the tenant's programs and executors, too.",
      responses: { 200: { description: "By name", schema: v.object({ items: v.array(tokenSchema) }) } },
      handle: async ({ principal, credential }) => {
        const [tokens, uses] = await Promise.all([identity.tokens.list(), identity.tokens.uses()]);
        const shown = tokens.filter((token) => isShown(token, { principal, credential }, tenant));
        return jsonResponse({ items: shown.map((token) => tokenJson(token, uses.get(token.id) ?? null)) });
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/tokens`,
      uses: [],
      operationId: "makeToken",
      tag: RouteTag.People,
      summary: "Make a token",
      description:
        "`personal`: has your rights, or fewer by `permissions`, for 90 days at most. `service`: of a program, with a role or with `permissions`, for a " +
        "year at most. `executor`: takes the runs of its `apps`, and reaches nothing else. The last two need `tokens:edit`. Nobody gives " +
        "more than they have, and a personal one is made by somebody who signed in by name. The token itself is shown this once.",
      body: tokenBody,
      bodyExample: { name: "prometheus", kind: "service", permissions: ["system:read"] },
      responses: { 201: { description: "The token", schema: madeTokenSchema } },
      problems: [MoJobErrorCode.TokenTaken, MoJobErrorCode.QuotaExceeded],
      async handle(request) {
        assertMayMake(request.body.kind, request.principal);
        const { token, text: made } = await identity.tokens.make(request.body, doerOf(request, people));
        return jsonResponse({ token: tokenJson(token, null), text: made }, 201);
      },
    }),
    defineRoute({
      method: "POST",
      pattern: `${API_BASE}/tokens/:id/rotate`,
      uses: [],
      operationId: "rotateToken",
      tag: RouteTag.People,
      summary: "Give a token a new secret",
      description:
        "The secret of before counts for `overlapMs` more, so that no call is lost; its use after that is refused and noted. It needs what " +
        "making the token would: a personal one is rotated by its person, and others by who has all that they may do.",
      path: tokenPath,
      body: strictObject({
        overlapMs: v.optional(
          v.pipe(wholeNumber(0, MOST_OVERLAP_MS), v.description("A week where it is not said")),
        ),
      }),
      bodyExample: { overlapMs: 86_400_000 },
      responses: { 200: { description: "The token", schema: madeTokenSchema } },
      problems: [MoJobErrorCode.TokenNotFound, MoJobErrorCode.StaleRevision],
      async handle(request) {
        const { id, kind } = await find(request.path.id, request);
        assertMayMake(kind, request.principal);
        const { token, text: made } = await identity.tokens.rotate(id, request.body, doerOf(request, people));
        return jsonResponse({ token: tokenJson(token, null), text: made });
      },
    }),
    defineRoute({
      method: "DELETE",
      pattern: `${API_BASE}/tokens/:id`,
      uses: [],
      operationId: "revokeToken",
      tag: RouteTag.People,
      summary: "Revoke a token",
      description:
        "It counts at once. The token stays in the list, so that its name says whose the acts were.",
      path: tokenPath,
      responses: { 204: { description: "It is revoked" } },
      problems: [MoJobErrorCode.TokenNotFound, MoJobErrorCode.StaleRevision],
      async handle(request) {
        const { id } = await find(request.path.id, request);
        await identity.tokens.revoke(id, doerOf(request, people));
        onEnded();
        return new Response(null, { status: 204 });
      },
    }),
  ];
}

/** Who looks at tokens. */
type Viewer = Pick<RouteRequest<unknown, unknown, unknown>, "principal" | "credential">;

/** Whether a token is the caller's own, or one that the caller keeps. By a token, which may be limited, nobody has others of their own. */
function isShown(
  { person, memberships }: KnownToken,
  { principal, credential }: Viewer,
  tenant: string,
): boolean {
  if (person !== null) {
    const isOwn =
      principal.kind === PrincipalKind.User && principal.name === person && credential !== Credential.Token;
    return isOwn || principal.permissions.includes(Permission.EditDeployment);
  }
  const kept = appsWith(principal, Permission.EditTokens);
  return memberships.some(
    ({ tenant: of, apps }) =>
      of === tenant && (apps === null ? kept.isAll : apps.every((app) => kept.has(app))),
  );
}

/** Checks the permission to make tokens of this kind at all; the rights of the token are checked where it is made. @throws MoJobError `forbidden` */
function assertMayMake(kind: TokenKind, principal: Principal): void {
  if (kind === TokenKind.Personal || !appsWith(principal, Permission.EditTokens).isEmpty) return;
  throw new MoJobError(
    MoJobErrorCode.Forbidden,
    `Cannot make a token of the kind "${kind}": the permission "${Permission.EditTokens}" is needed`,
    { parameters: { needs: Permission.EditTokens } },
  );
}
