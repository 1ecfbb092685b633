import { Alert, Center, Group, Paper, PasswordInput, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../api/api-error.ts";
import { callApi } from "../api/call-api.ts";
import { errorWords } from "../api/problem-words.ts";
import { LanguageMenu } from "../ui/language-menu.tsx";
import { Logo } from "../ui/logo.tsx";
import { usePageTitle } from "../ui/page/use-page-title.ts";
import { RefusableButton } from "../ui/refusable-button.tsx";
import type { Session } from "./use-session.ts";

/** Takes the token once; from then on a cookie that no script can read stands for it. */
export function SignInForm(): ReactElement {
  const { t } = useTranslation();
  usePageTitle(t("session.title"));
  const client = useQueryClient();
  const [token, setToken] = useState("");
  const signIn = useMutation<Session, ApiError, string>({
    mutationFn: (given) => callApi("openSession", {}, { token: given }),
    onSuccess: () => client.resetQueries(),
  });
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="lg" w={360} maw="100%">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            signIn.mutate(token.trim());
          }}
        >
          <Stack gap="sm">
            <Group justify="space-between">
              <Group gap="xs">
                <Logo />
                <Text fw={650}>MoJobScheduler</Text>
              </Group>
              <LanguageMenu />
            </Group>
            <Title order={1}>{t("session.title")}</Title>
            <Text c="dimmed" size="sm">
              {t("session.explanation")}
            </Text>
            <PasswordInput
              label={t("session.token")}
              value={token}
              onChange={(event) => setToken(event.currentTarget.value)}
              autoComplete="current-password"
              visibilityToggleButtonProps={{ "aria-label": t("session.show") }}
              required
              autoFocus
            />
            {signIn.error && (
              <Alert color="red" variant="outline" role="alert">
                {signIn.error.status === 401 ? t("session.wrong") : errorWords(signIn.error).title}
              </Alert>
            )}
            <RefusableButton
              type="submit"
              loading={signIn.isPending}
              refusal={token.trim() === "" ? t("common.fillIn", { fields: t("session.token") }) : null}
            >
              {t("session.signIn")}
            </RefusableButton>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
