import { type ReactElement, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { createQueryClient } from "./api/query-client.ts";
import { App } from "./app.tsx";
import { startI18n } from "./i18n/i18n.ts";
import { createPanelRouter, loadFirstPage } from "./router.ts";
import { SESSION_QUERY } from "./session/use-session.ts";
import { styleNonce } from "./ui/theme.ts";
import "./style.css";

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element with the id root");

// The library that keeps the page still behind a dialog writes a style of its own and looks here for the nonce (npm: get-nonce).
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

/** The panel, with which what index.html shows while it loads disappears. */
function StartedApp(): ReactElement {
  useLayoutEffect(() => document.querySelector(".begin")?.remove(), []);
  return <App queryClient={queryClient} router={router} />;
}

const queryClient = createQueryClient();
const router = createPanelRouter();
// On a slow line each of these is a long way: none waits for another.
void queryClient.prefetchQuery(SESSION_QUERY);
loadFirstPage(router);
// Not awaited by this module: the words of a language may share a file with it, and would wait for its end.
void startI18n().then(() => createRoot(root).render(<StartedApp />));
