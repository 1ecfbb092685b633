import { Button, Center, Paper, Stack, Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../ui/page/use-page-title.ts";

/** Shown where the app around the panel has a login of its own, and nobody is signed in. The whole page is loaded again, because that app may lead to its login then. */
export function NotSignedIn(): ReactElement {
  const { t } = useTranslation();
  usePageTitle(t("signIn.noUser"));
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="lg" w={360} maw="100%">
        <Stack gap="sm">
          <Title order={1}>{t("signIn.noUser")}</Title>
          <Text c="dimmed" size="sm">
            {t("signIn.noUserHint")}
          </Text>
          <Button onClick={() => location.reload()}>{t("signIn.reload")}</Button>
        </Stack>
      </Paper>
    </Center>
  );
}
