import { html } from "hono/html";
import type { Markup } from "./inline-code.ts";
import { renderPage } from "./page-shell.ts";

const LINKS: readonly { readonly path: string; readonly name: string; readonly text: string }[] = [
  {
    path: "/docs",
    name: "API documentation",
    text: "Every call with its fields, responses and a curl example",
  },
  { path: "/openapi.json", name: "OpenAPI 3.1", text: "The same for programs: import it into your client" },
  { path: "/metrics", name: "Metrics", text: "Prometheus: runs, jobs, workers and requests" },
  { path: "/readyz?verbose", name: "Readiness", text: "Each part and whether it is available" },
];

/** Shown where the panel was not built: how to build it, and what else is served here. */
export function renderLandingPage(basePath: string): Markup {
  const cards = LINKS.map(
    ({ path, name, text }) =>
      html`<li>
        <a class="card" href="${basePath}${path}"><strong>${name}</strong><span>${text}</span></a>
      </li>`,
  );
  return renderPage({
    title: "MoJobScheduler",
    basePath,
    body: html`<body class="landing">
      <main>
        <h1>MoJobScheduler</h1>
        <p class="lead">Runs recurring and triggered jobs. This is its management API.</p>
        <p>
          The panel is not built yet: run <code>npm run build --workspace panel</code> in the repository and
          start again.
        </p>
        <ul class="cards">
          ${cards}
        </ul>
      </main>
    </body>`,
  });
}
