import { needsOf } from "@mojob/core/engine";
import type { RouteAccess } from "../auth/access.ts";
import type { Route } from "./route.ts";

/** What a route asks of its callers, by what it uses. */
export function accessOf({ uses, open }: Pick<Route, "uses" | "open">): RouteAccess {
  return { open: open ?? null, needs: needsOf(uses) };
}
