import { randomBytes } from "@mojob/core/ports";
import { loadPanel, PANEL_SECTIONS } from "@mojob/panel";
import type { Context } from "hono";

/** As many as the content security policy recommends. */
const NONCE_BYTES = 16;

/**
 * The one page that every address of the panel returns; `null` where the panel was not built.
 * @param below the rest of the path after a section and its slash; `null` where nothing follows
 */
export async function panelPageResponse(c: Context, below: string | null): Promise<Response | null> {
  const panel = await loadPanel();
  if (panel === null) return null;
  // Mantine adds some styles as elements when it renders: they have this nonce, and only they are allowed.
  const nonce = createNonce();
  const base = relativeBase(new URL(c.req.url).pathname, below);
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
 * The panel's root, relative to a page: `../` for `/jobs/mail.send`. Being relative, it is right behind any prefix, whether
 * the app was mounted there or a proxy added it.
 * @param below as of `panelPageResponse`
 */
export function relativeBase(pathname: string, below: string | null): string {
  if (below !== null) return "../".repeat(depthOf(pathname, below));
  const last = pathname.split("/").at(-1) ?? "";
  return last === "" || PANEL_SECTIONS.some((section) => section === last) ? "./" : `./${last}/`;
}

/** How many segments of the path are below the section: a key may contain encoded slashes, which `below` has decoded. */
function depthOf(pathname: string, below: string): number {
  const segments = pathname.split("/");
  for (let depth = 1; depth < segments.length; depth += 1) {
    if (decoded(segments.slice(-depth).join("/")) === below) return depth;
  }
  return below.split("/").length;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
