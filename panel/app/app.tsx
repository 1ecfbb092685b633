import { MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { ReactElement } from "react";
import type { PanelRouter } from "./router.ts";
import { SessionGate } from "./session/session-gate.tsx";
import { cssVariables, styleNonce, theme } from "./ui/theme.ts";
import { TimeModeProvider } from "./time/time-mode.tsx";
import { NotificationOutlet } from "./ui/notification-outlet.tsx";

export interface AppProps {
  readonly queryClient: QueryClient;
  readonly router: PanelRouter;
}

/** Everything a page stands on, from the outside in. */
export function App({ queryClient, router }: AppProps): ReactElement {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <TimeModeProvider>
          <NotificationOutlet />
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        </TimeModeProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
