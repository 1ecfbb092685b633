import { loadPanel, PANEL_SECTIONS } from "@mojob/panel";
import type { Context, Hono } from "hono";
import type { ApiContext } from "../api-context.ts";
import type { AccessGuard } from "../auth/access-guard.ts";
import { RoutePolicy } from "../auth/route-policy.ts";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { problemOf, problemResponse } from "../problem/problem.ts";
import { answerAsset } from "./asset-answer.ts";
import { answerPanelPage } from "./panel-page.ts";

export interface MountPanelOptions {
  readonly context: ApiContext;
  readonly guard: AccessGuard;
}

/**
 * Answers the panel's files and, for every address below its sections, its page: which one is shown the browser decides.
 * Only its own sections, so that a host app this one is mounted in keeps all others.
 */
export function mountPanel(app: Hono, { context, guard }: MountPanelOptions): void {
  app.get("/assets/*", async (c) => {
    await guard.assert(RoutePolicy.Page, c.req.raw);
    const name = new URL(c.req.url).pathname.split("/").at(-1) ?? "";
    const asset = (await loadPanel())?.asset(name);
    return asset === undefined ? nothing(c) : answerAsset(asset, c.req.raw);
  });
  for (const section of PANEL_SECTIONS) {
    app.get(`/${section}/*`, async (c) => {
      await guard.assert(RoutePolicy.Page, c.req.raw);
      return (await answerPanelPage(context, c)) ?? nothing(c);
    });
  }
}

function nothing(c: Context): Response {
  return problemResponse(problemOf(HttpProblemCode.NotFound, `Nothing is found at "${c.req.path}"`));
}
