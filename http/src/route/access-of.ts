import { needsOf } from "./needs.ts";
import type { RouteAccess } from "../auth/access.ts";
import type { Route } from "./route.ts";

/** The requirements of a route on its callers, by the methods that it uses. */
export function accessOf({
  uses,
  open,
  isOfAccount = false,
}: Pick<Route, "uses" | "open" | "isOfAccount">): RouteAccess {
  return { open: open ?? null, needs: needsOf(uses), isOfAccount };
}
