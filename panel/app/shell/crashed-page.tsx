import { Alert, Button, Stack, Text } from "@mantine/core";
import type { ErrorComponentProps } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { Page } from "../ui/page.tsx";

/** In place of a page whose code failed; the rest of the panel goes on. */
export function CrashedPage({ error, reset }: ErrorComponentProps): ReactElement {
  const { t } = useTranslation();
  return (
    <Page title={t("error.crashed")}>
      <Alert color="red" variant="outline" role="alert">
        <Stack gap="xs" align="start">
          <Text size="sm">{error instanceof Error ? error.message : String(error)}</Text>
          <Button variant="default" onClick={reset}>
            {t("common.retry")}
          </Button>
        </Stack>
      </Alert>
    </Page>
  );
}
