import { createId } from "@mojob/core";
import { loadPanel } from "@mojob/panel";
import type { Context } from "hono";
import { routePath } from "hono/route";
import type { ApiContext } from "../api-context.ts";

/** The page every address of the panel answers with; `null` where the panel was not built. */
export async function answerPanelPage({ clock }: ApiContext, c: Context): Promise<Response | null> {
  const panel = await loadPanel();
  if (panel === null) return null;
  // Mantine writes some of its styles as elements when it draws: they bear this, and no other may.
  const nonce = createId(clock.now());
  const base = relativeBase(new URL(c.req.url).pathname, routePath(c));
  return new Response(panel.page({ base, nonce }), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy(nonce),
      "Cache-Control": "no-store",
    },
  });
}

/**
 * How the root of the panel is written as seen from a page: `../` for `/jobs/mail.send`. Being relative, it holds behind
 * any prefix, whether the app was mounted there or a proxy put it in front.
 * @param pattern the route that matched, such as `/mojob/jobs/*`: where its last fixed part begins, the panel's own path does
 */
export function relativeBase(pathname: string, pattern: string): string {
  const isSection = pattern.endsWith("/*");
  const fixed = pattern.split("/").length - (isSection ? 2 : 1);
  const own = pathname.split("/").slice(fixed);
  if (isSection) return own.length > 1 ? "../".repeat(own.length - 1) : "./";
  const last = pathname.split("/").at(-1) ?? "";
  return last === "" ? "./" : `./${last}/`;
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
