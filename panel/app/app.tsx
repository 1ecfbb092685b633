import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { createQueryClient } from "./api/query-client.ts";
import { createPanelRouter } from "./router.tsx";
import { SessionGate } from "./session/session-gate.tsx";
import { cssVariables, styleNonce, theme } from "./ui/theme.ts";
import { TimeModeProvider } from "./time/time-mode.tsx";
import { NotificationPlace } from "./ui/notification-place.tsx";

/** Everything a page stands on, from the outside in. */
export function App(): ReactElement {
  const [queryClient] = useState(createQueryClient);
  const [router] = useState(createPanelRouter);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <TimeModeProvider>
          <NotificationPlace />
          <SessionGate>
            <RouterProvider router={router} />
          </SessionGate>
        </TimeModeProvider>
      </QueryClientProvider>
    </MantineProvider>
  );
}
