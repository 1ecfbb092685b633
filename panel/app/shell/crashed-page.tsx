import { Alert, Button, Stack, Text } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import { type ReactElement, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { serverReturns } from "../api/server-returns.ts";
import { browserClock } from "../time/clock.ts";
import { Page } from "../ui/page/page.tsx";

/** The errors of browsers and Vite when a page's code cannot be fetched: the server is unavailable, or a deploy replaced it. */
const NOT_LOADED = /preload CSS|dynamically imported module|Importing a module script|module script failed/i;
const RELOADED = "mojob-reloaded-for-code";
/** At least so long passes from one reload to the next. */
const RELOAD_AGAIN_MS = 5000;

/** In place of a page that failed; the rest of the panel keeps working. */
export function CrashedPage({ error, reset }: ErrorComponentProps): ReactElement {
  const { t } = useTranslation();
  const message = error instanceof Error ? error.message : String(error);
  if (NOT_LOADED.test(message)) return <MissingCode />;
  return (
    <Page title={t("error.crashed")}>
      <Alert color="red" variant="outline" role="alert">
        <Stack gap="xs" align="start">
          <Text size="sm">{message}</Text>
          <Button variant="default" onClick={reset}>
            {t("common.retry")}
          </Button>
        </Stack>
      </Alert>
    </Page>
  );
}

/** Reloads the panel as soon as the server responds: a browser remembers that a module could not be loaded. */
function MissingCode(): ReactElement {
  const { t } = useTranslation();
  useEffect(() => {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
    const ended = new AbortController();
    const wait = Math.max(0, last + RELOAD_AGAIN_MS - browserClock.now());
    const stop = browserClock.after(wait, () => {
      void serverReturns(ended.signal).then(() => {
        if (ended.signal.aborted) return;
        sessionStorage.setItem(RELOADED, String(browserClock.now()));
        location.reload();
      });
    });
    return () => {
      stop();
      ended.abort();
    };
  }, []);
  return (
    <Page title={t("error.notLoaded")}>
      <Alert color="yellow" variant="outline" role="alert">
        <Stack gap="xs" align="start">
          <Text size="sm">{t("error.notLoadedHint")}</Text>
          <Button variant="default" onClick={() => location.reload()}>
            {t("error.reload")}
          </Button>
        </Stack>
      </Alert>
    </Page>
  );
}
