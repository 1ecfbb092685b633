import { FORMER_SECTIONS, loadPanel, PANEL_SECTIONS } from "@mojob/panel";
import { needsOf } from "../route/needs.ts";
import type { Context, Hono } from "hono";
import type { AccessGuard } from "../auth/session/access-guard.ts";
import { OpenAccess } from "../auth/access.ts";
import { incomingOf } from "../route/incoming.ts";
import { HttpProblemCode } from "../problem/problem-code.ts";
import { problemOf, problemResponse } from "../problem/problem.ts";
import { assetResponse } from "./asset-response.ts";
import { panelPageResponse } from "./panel-page.ts";

const PAGE = { access: { open: OpenAccess.Page, needs: needsOf([]) }, extension: null };

export interface MountPanelOptions {
  /** Where the app is mounted. */
  readonly basePath: string;
  /** Whether files may be sent compressed. */
  readonly compress: boolean;
  readonly guard: AccessGuard;
  /** Is called with the pattern that a request matched. */
  readonly onMatched: (request: Request, pattern: string) => void;
}

/**
 * Serves the panel's files and, for every address below its sections, its page; the browser decides what it shows.
 * Only its own sections are served, so that a host app that mounts this one keeps all other paths.
 */
export function mountPanel(app: Hono, { basePath, compress, guard, onMatched }: MountPanelOptions): void {
  app.get("/assets/*", async (c) => {
    onMatched(c.req.raw, "/assets/*");
    await guard.authenticate(PAGE, incomingOf(c));
    const name = new URL(c.req.url).pathname.split("/").at(-1) ?? "";
    const asset = (await loadPanel())?.asset(name);
    return asset === undefined ? nothing(c) : assetResponse(asset, c.req.raw, compress);
  });
  for (const section of PANEL_SECTIONS) {
    for (const pattern of [`/${section}`, `/${section}/:below{.*}`]) {
      app.get(pattern, async (c) => {
        onMatched(c.req.raw, `/${section}/*`);
        await guard.authenticate(PAGE, incomingOf(c));
        const below = c.req.param("below") ?? null;
        return (await panelPageResponse(c, { basePath, below })) ?? nothing(c);
      });
    }
  }
  for (const [former, section] of Object.entries(FORMER_SECTIONS)) {
    for (const pattern of [`/${former}`, `/${former}/:below{.*}`])
      app.get(pattern, (c) => {
        onMatched(c.req.raw, `/${former}/*`);
        return c.redirect(movedTo(new URL(c.req.url), former, section), 308);
      });
  }
}

/** The address as its section is called now, relative to the one before: proxies may have taken off what stands before it. */
function movedTo({ pathname, search }: URL, former: string, section: string): string {
  const parts = pathname.split("/");
  const below = parts.slice(parts.lastIndexOf(former) + 1);
  return "../".repeat(below.length) + [section, ...below].join("/") + search;
}

function nothing(c: Context): Response {
  return problemResponse(problemOf(HttpProblemCode.NotFound, `Nothing is found at "${c.req.path}"`));
}
