import { html } from "hono/html";
import type { Markup } from "./inline-code.ts";

/** Restricts a page of ours to its style from here, and nothing else from anywhere. */
export const PAGE_CSP =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The clock face of the panel's tab, small enough to be part of the page. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%234f46e5'/%3E%3Cpath d='M16 8v8l5 4' fill='none' stroke='white' stroke-width='3' stroke-linecap='round' stroke-linejoin='round'/%3E%3C/svg%3E";

export interface PageOptions {
  readonly title: string;
  readonly basePath: string;
  readonly body: Markup;
}

export function renderPage({ title, basePath, body }: PageOptions): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="${ICON}" />
        <link rel="stylesheet" href="${basePath}/docs/style.css" />
      </head>
      ${body}
    </html>`;
}
