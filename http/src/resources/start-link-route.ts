import { MoJobError, MoJobErrorCode, PrincipalKind } from "@mojob/core";
import * as v from "valibot";
import { OpenAccess } from "../auth/access.ts";
import type { Sessions } from "../auth/session/session.ts";
import type { StartLinks } from "../auth/session/start-links.ts";
import { API_BASE } from "../route/api-context.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route/route.ts";
import { line } from "../schema/fields.ts";
import { strictObject } from "../schema/strict-object.ts";

/** Signs a browser in by the link that a start without a token has printed. */
export function startLinkRoute(sessions: Sessions | undefined, links: StartLinks | null): Route {
  return defineRoute({
    method: "POST",
    pattern: `${API_BASE}/session/link`,
    uses: [],
    open: OpenAccess.SignIn,
    operationId: "openSessionByLink",
    tag: RouteTag.System,
    summary: "Sign in by the link of a start",
    description:
      "Where neither a token nor people are configured, the process prints a link at its start, which signs a browser of this machine in once.",
    body: strictObject({ secret: v.pipe(line(100, 1), v.description("What stands behind # in the link")) }),
    bodyExample: { secret: `mjl_${"0".repeat(64)}` },
    responses: {
      200: {
        description: "You are signed in",
        schema: v.object({}),
        headers: { "Set-Cookie": "The session" },
      },
    },
    problems: [MoJobErrorCode.LinkEnded],
    async handle({ body: { secret }, context }) {
      if (sessions === undefined || links === null || !(await links.take(secret)))
        throw new MoJobError(
          MoJobErrorCode.LinkEnded,
          "Cannot sign in by this link: it was used, or is that of an earlier start; send the token, or start the process again",
        );
      const cookie = await sessions.open(context.req.raw, { kind: PrincipalKind.Local, name: null });
      return jsonResponse({}, 200, { "Set-Cookie": cookie });
    },
  });
}
