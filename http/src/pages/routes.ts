import * as v from "valibot";
import type { ApiContext } from "../route/api-context.ts";
import { DocsAccess, OpenAccess } from "../auth/access.ts";
import { createOpenApiDocument, type OpenApiDocument } from "../openapi/openapi-document.ts";
import { renderDocsPage } from "./docs-page.ts";
import type { Markup } from "./inline-code.ts";
import { renderLandingPage } from "./landing-page.ts";
import { PAGE_CSP } from "./page-shell.ts";
import { PAGE_STYLE } from "./page-style.ts";
import { panelPageResponse } from "../panel/panel-page.ts";
import { defineRoute, jsonResponse, type Route, RouteTag } from "../route/route.ts";
import { ANY_QUERY } from "../schema/query-fields.ts";

const PAGE_RESPONSE = { 200: { description: "The page", mediaType: "text/html" } };

/**
 * Routes of pages for browsers, and of the document they are made from. They are the same everywhere, so they need no token.
 * @param docs who reads the documentation
 */
export function createPageRoutes(
  apiRoutes: readonly Route[],
  context: ApiContext,
  docs: DocsAccess = DocsAccess.Open,
): readonly Route[] {
  const access = docs === DocsAccess.Guarded ? {} : { open: OpenAccess.Page };
  const { basePath } = context;
  let made: Promise<OpenApiDocument> | undefined;
  const document = (): Promise<OpenApiDocument> =>
    (made ??= createOpenApiDocument([...apiRoutes, ...pageRoutes], basePath));

  const pageRoutes: readonly Route[] = [
    defineRoute({
      method: "GET",
      pattern: "/openapi.json",
      uses: [],
      ...access,
      operationId: "getOpenApi",
      tag: RouteTag.Pages,
      summary: "Read this API's description",
      description: "OpenAPI 3.1, made from the schemas that check the requests.",
      query: ANY_QUERY,
      responses: { 200: { description: "The document", schema: v.record(v.string(), v.unknown()) } },
      handle: async () => jsonResponse(await document()),
    }),
    defineRoute({
      method: "GET",
      pattern: "/docs",
      uses: [],
      ...access,
      operationId: "getDocs",
      tag: RouteTag.Pages,
      summary: "Read this documentation",
      query: ANY_QUERY,
      responses: PAGE_RESPONSE,
      async handle({ context }) {
        const { origin } = new URL(context.req.url);
        return page(renderDocsPage(await document(), { basePath, origin }));
      },
    }),
    defineRoute({
      method: "GET",
      pattern: "/docs/style.css",
      uses: [],
      open: OpenAccess.Page,
      operationId: "getStyle",
      tag: RouteTag.Pages,
      summary: "Load the pages' style",
      query: ANY_QUERY,
      responses: { 200: { description: "The style", mediaType: "text/css" } },
      handle: () =>
        new Response(PAGE_STYLE, {
          headers: { "Content-Type": "text/css; charset=utf-8", "Cache-Control": "no-cache" },
        }),
    }),
    defineRoute({
      method: "GET",
      pattern: "/",
      uses: [],
      open: OpenAccess.Page,
      operationId: "getIndex",
      tag: RouteTag.Pages,
      summary: "Show the panel",
      description: "Where it was not built, a page that says how, and what else is served here.",
      query: ANY_QUERY,
      responses: PAGE_RESPONSE,
      handle: async ({ context: c }) =>
        (await panelPageResponse(c, { basePath, below: undefined })) ?? page(renderLandingPage(basePath)),
    }),
  ];
  return pageRoutes;
}

async function page(markup: Markup): Promise<Response> {
  return new Response(String(await markup), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": PAGE_CSP,
      "Cache-Control": "no-cache",
    },
  });
}
