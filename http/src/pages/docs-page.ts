import { html } from "hono/html";
import type { OpenApiDocument } from "../openapi/openapi-document.ts";
import { PROBLEMS } from "../problem/problem-code.ts";
import { type Endpoint, renderEndpoint } from "./endpoint-article.ts";
import { inlineCode, type Markup } from "./inline-code.ts";
import { renderPage } from "./page-shell.ts";
import { schemaTable } from "./schema-table.ts";

export interface DocsPageOptions {
  readonly basePath: string;
  /** Where the examples point. */
  readonly origin: string;
}

/** The OpenAPI document for people: one page that needs no script, on any screen, in light and dark. */
export function renderDocsPage(document: OpenApiDocument, { basePath, origin }: DocsPageOptions): Markup {
  const endpoints = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Endpoint => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  );
  const chapters = document.tags.map(({ name, description }) => ({
    name,
    description,
    endpoints: endpoints.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const base = `${origin}${basePath}`;
  return renderPage({
    title: document.info.title,
    basePath,
    body: html`<body class="docs">
      <nav aria-label="Operations">
        <a class="brand" href="${basePath === "" ? "/" : basePath}">MoJobScheduler</a>
        ${chapters.map(
          (chapter) =>
            html`<h2>${chapter.name}</h2>
              <ul>
                ${chapter.endpoints.map(navItem)}
              </ul>`,
        )}
        <h2>Reference</h2>
        <ul>
          <li><a href="#problems">Problems</a></li>
          <li><a href="#schemas">Schemas</a></li>
          <li><a href="${basePath}/openapi.json">openapi.json</a></li>
        </ul>
      </nav>
      <main>
        <header>
          <h1>${document.info.title}</h1>
          <p class="version">Version ${document.info.version} · OpenAPI ${document.openapi}</p>
          ${document.info.description.split("\n\n").map((paragraph) => html`<p>${inlineCode(paragraph)}</p>`)}
        </header>
        ${chapters.map(
          (chapter) =>
            html`<section class="chapter">
              <h2 id="${chapter.name.toLowerCase()}">${chapter.name}</h2>
              <p>${chapter.description}</p>
              ${chapter.endpoints.map((endpoint) => renderEndpoint(endpoint, base))}
            </section>`,
        )}
        ${problemSection()} ${schemaSection(document)}
      </main>
    </body>`,
  });
}

function navItem({ method, operation }: Endpoint): Markup {
  return html`<li>
    <a href="#${operation.operationId}"
      ><span class="method ${method.toLowerCase()}">${method}</span> ${operation.summary}</a
    >
  </li>`;
}

function problemSection(): Markup {
  const rows = Object.entries(PROBLEMS).map(
    ([code, { status, title }]) =>
      html`<tr>
        <td><code>${code}</code></td>
        <td><span class="status s${String(status).charAt(0)}">${status}</span></td>
        <td>${title}</td>
      </tr>`,
  );
  return html`<section class="chapter">
    <h2 id="problems">Problems</h2>
    <p>Branch on <code>code</code>; <code>detail</code> and <code>errors</code> are for people.</p>
    <div class="scroll">
      <table>
        <thead>
          <tr>
            <th>Code</th>
            <th>Status</th>
            <th>Title</th>
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`;
}

function schemaSection({ components }: OpenApiDocument): Markup {
  return html`<section class="chapter">
    <h2 id="schemas">Schemas</h2>
    ${Object.entries(components.schemas).map(
      ([name, schema]) =>
        html`<article id="schema-${name}">
          <h3><a href="#schema-${name}">${name}</a></h3>
          ${schemaTable(schema)}
        </article>`,
    )}
  </section>`;
}
