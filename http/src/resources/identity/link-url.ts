import type { MadeLink } from "@mojob/identity";
import type { Context } from "hono";
import type { PeopleContext } from "./people-context.ts";

/** Where a link that can be used once leads: its secret is behind the `#`, which no server and no proxy is sent. */
export function linkUrl(
  { secret, until }: MadeLink,
  context: Context,
  people: Pick<PeopleContext, "basePath" | "publicUrl">,
): { readonly url: string; readonly until: string } {
  return { url: `${baseOf(context, people)}/welcome#${secret}`, until: until.toISOString() };
}

/** The app's address as a browser has it, without a slash at the end. */
export function baseOf(
  context: Context,
  { basePath, publicUrl }: Pick<PeopleContext, "basePath" | "publicUrl">,
): string {
  if (publicUrl !== null) return publicUrl;
  const request = context.req.raw;
  const url = new URL(request.url);
  const origin = request.headers.get("Origin");
  return `${origin !== null && origin !== "null" ? origin : url.origin}${basePath}`;
}
