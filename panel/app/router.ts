import { createRouter, type RouteIds } from "@tanstack/react-router";
import { apiRoot } from "./api/api-root.ts";
import { routeTree } from "./routes.tsx";
import { CrashedPage } from "./shell/crashed-page.tsx";

export function createPanelRouter() {
  return createRouter({
    routeTree,
    basepath: new URL(apiRoot()).pathname,
    defaultPreload: "intent",
    defaultErrorComponent: CrashedPage,
    scrollRestoration: true,
  });
}

export type PanelRouter = ReturnType<typeof createPanelRouter>;

/** Begins to load the page of the address, before anything is drawn; where that fails, showing the page tries again. */
export function loadFirstPage(router: PanelRouter): void {
  const matched = router.matchRoutes(router.latestLocation) as readonly {
    readonly routeId: RouteIds<typeof routeTree>;
  }[];
  for (const { routeId } of matched) router.loadRouteChunk(router.routesById[routeId])?.catch(() => {});
}

declare module "@tanstack/react-router" {
  interface Register {
    router: PanelRouter;
  }
}
