import { PrincipalKind } from "@mojob/core";
import type { KnownPerson, RequestOrigin } from "@mojob/identity";
import type { Context } from "hono";
import { jsonResponse, type RouteResponse } from "../../route/route.ts";
import type { PeopleContext } from "./people-context.ts";
import { knownBrowserOf } from "./known-browser.ts";
import { personJson, personSchema } from "./schema.ts";

/** The response to somebody who signed in. */
export const SIGNED_IN: Readonly<Record<number, RouteResponse>> = {
  200: {
    description: "You are signed in",
    schema: personSchema,
    headers: { "Set-Cookie": "The session" },
  },
};

/** Opens the session of a person, by which they are known from the next request on. */
export async function signedIn(
  person: KnownPerson,
  method: string,
  context: Context,
  from: RequestOrigin,
  people: PeopleContext,
): Promise<Response> {
  const holder = { kind: PrincipalKind.User, name: person.name };
  const cookie = await people.sessions.open(context.req.raw, holder, { method, ...from });
  people.onEnded();
  const response = jsonResponse(personJson(person), 200, { "Set-Cookie": cookie });
  response.headers.append(
    "Set-Cookie",
    await people.knownBrowser.write(context.req.raw, knownBrowserOf(person.name)),
  );
  return response;
}
