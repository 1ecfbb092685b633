import { needsOf } from "./needs.ts";
import type { RouteAccess } from "../auth/access.ts";
import type { Route } from "./route.ts";

/** What a route asks of its callers, by what it uses. */
export function accessOf({
  uses,
  open,
  isOfAccount = false,
}: Pick<Route, "uses" | "open" | "isOfAccount">): RouteAccess {
  return { open: open ?? null, needs: needsOf(uses), isOfAccount };
}
