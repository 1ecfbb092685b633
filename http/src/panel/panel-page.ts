import { randomBytes } from "@mojob/core/ports";
import { loadPanel } from "@mojob/panel";
import type { Context } from "hono";
import { decodedPath, pathnameOf } from "./pathname.ts";

/** As many as the content security policy recommends. */
const NONCE_BYTES = 16;

/** Which of the panel's addresses a page is at. */
export interface PanelAddress {
  /** Where the app is mounted; "" where that is not stated. */
  readonly basePath: string;
  /** The rest of the path after a section and its slash; `null` where nothing follows, `undefined` at the panel's root. */
  readonly below: string | null | undefined;
}

/** The one page that every address of the panel returns; `null` where the panel was not built. */
export async function panelPageResponse(c: Context, address: PanelAddress): Promise<Response | null> {
  const panel = await loadPanel();
  if (panel === null) return null;
  // Mantine adds some styles as elements when it renders: they have this nonce, and only they are allowed.
  const nonce = createNonce();
  const base = panelBase(pathnameOf(c.env, c.req.raw), address);
  return new Response(panel.page({ base, nonce }), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": policy(nonce),
      "Cache-Control": "no-store",
    },
  });
}

function createNonce(): string {
  return Array.from(randomBytes(NONCE_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The panel's root as a page's base: where the app is mounted, if that is stated. Else it is relative to the page, `../` for
 * `/jobs/mail.send`, which is right behind any prefix that a proxy added.
 * @param pathname of the page, with as much of it as is known of what the browser shows
 */
export function panelBase(pathname: string, { basePath, below }: PanelAddress): string {
  if (basePath !== "") return `${basePath}/`;
  if (below === null) return "./";
  if (below !== undefined) return "../".repeat(depthOf(pathname, below));
  const last = pathname.split("/").at(-1) ?? "";
  return last === "" ? "./" : `./${last}/`;
}

/** How many segments of the path are below the section: a key may contain encoded slashes, which `below` has decoded. */
function depthOf(pathname: string, below: string): number {
  const segments = pathname.split("/");
  for (let depth = 1; depth < segments.length; depth += 1) {
    if (decodedPath(segments.slice(-depth).join("/")) === below) return depth;
  }
  return below.split("/").length;
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
