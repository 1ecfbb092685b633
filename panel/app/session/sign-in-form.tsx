import {
  Alert,
  Button,
  Center,
  Divider,
  Group,
  Paper,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../api/api-error.ts";
import { apiRoot } from "../api/api-root.ts";
import { type ApiAnswer, callApi } from "../api/call-api.ts";
import { errorWords } from "../api/problem-words.ts";
import { LanguageMenu } from "../ui/language-menu.tsx";
import { Logo } from "../ui/logo.tsx";
import { usePageTitle } from "../ui/page/use-page-title.ts";
import { RefusableButton } from "../ui/refusable-button.tsx";
import { RefusedSignIn } from "./refused-sign-in.tsx";

/** The ways to sign in that this scheduler has; from then on a cookie that no script can read stands for it. */
export function SignInForm(): ReactElement {
  const { t } = useTranslation();
  usePageTitle(t("session.title"));
  const ways = useQuery<ApiAnswer<"getSignIn">, ApiError>({
    queryKey: ["getSignIn"],
    queryFn: ({ signal }) => callApi("getSignIn", {}, { signal }),
  });
  const [byToken, setByToken] = useState(false);
  // A scheduler without people has a token alone.
  const {
    password = false,
    provider = null,
    token = true,
    startLink = false,
    isSetUp = true,
  } = ways.data ?? {};
  const showsToken = token && (byToken || (!password && provider === null));
  return (
    <SignInFrame title={t("session.title")}>
      <RefusedSignIn />
      {!isSetUp && !token && (
        <Text c="dimmed" size="sm">
          {t("signIn.notSetUp")}
        </Text>
      )}
      {password && !byToken && <PasswordSignIn />}
      {provider !== null && !byToken && (
        <>
          {password && <Divider label={t("signIn.or")} />}
          <Button
            component="a"
            href={`${apiRoot()}api/v1/sign-in/provider`}
            variant={password ? "default" : "filled"}
          >
            {t("signIn.withProvider", { provider })}
          </Button>
        </>
      )}
      {showsToken && <TokenSignIn isOfStart={startLink} />}
      {token && (password || provider !== null) && (
        <Button variant="subtle" size="compact-sm" onClick={() => setByToken(!byToken)}>
          {t(byToken ? "signIn.byName" : "signIn.byToken")}
        </Button>
      )}
    </SignInFrame>
  );
}

/** A page of its own for somebody who is not signed in. */
export function SignInFrame({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="lg" w={360} maw="100%">
        <Stack gap="sm">
          <Group justify="space-between">
            <Group gap="xs">
              <Logo isProduction={false} />
              <Text fw={650}>MoJobScheduler</Text>
            </Group>
            <LanguageMenu />
          </Group>
          <Title order={1}>{title}</Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}

function PasswordSignIn(): ReactElement {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const signIn = useMutation<ApiAnswer<"signIn">, ApiError>({
    mutationFn: () =>
      callApi("signIn", {
        body: { name: name.trim(), password, ...(code.trim() !== "" && { code: code.trim() }) },
      }),
    onSuccess: () => client.resetQueries(),
  });
  const wantsCode = signIn.error?.problem?.code === "second_factor_needed" || code !== "";
  const missing = [
    ...(name.trim() === "" ? [t("signIn.name")] : []),
    ...(password === "" ? [t("signIn.password")] : []),
  ];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (missing.length === 0) signIn.mutate();
      }}
    >
      <Stack gap="sm">
        <TextInput
          label={t("signIn.name")}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="username"
          spellCheck={false}
          required
          autoFocus
        />
        <PasswordInput
          label={t("signIn.password")}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ "aria-label": t("session.show") }}
          required
        />
        {wantsCode && (
          <TextInput
            label={t("signIn.code")}
            description={t("signIn.codeHint")}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            autoFocus
          />
        )}
        {signIn.error && signIn.error.problem?.code !== "second_factor_needed" && (
          <Alert color="red" variant="outline" role="alert">
            {signIn.error.problem?.code === "too_many_attempts"
              ? errorWords(signIn.error).detail
              : t("signIn.wrongName")}
          </Alert>
        )}
        <RefusableButton
          type="submit"
          loading={signIn.isPending}
          refusal={
            missing.length === 0 ? null : t("common.fillIn", { fields: missing.join(t("common.separator")) })
          }
        >
          {t("session.signIn")}
        </RefusableButton>
      </Stack>
    </form>
  );
}

/** @param isOfStart whether the token is that of the file which the start has named */
function TokenSignIn({ isOfStart }: { readonly isOfStart: boolean }): ReactElement {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [token, setToken] = useState("");
  const signIn = useMutation<ApiAnswer<"openSession">, ApiError, string>({
    mutationFn: (given) => callApi("openSession", {}, { token: given }),
    onSuccess: () => client.resetQueries(),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        signIn.mutate(token.trim());
      }}
    >
      <Stack gap="sm">
        <Text c="dimmed" size="sm">
          {t(isOfStart ? "signIn.explanationOfStart" : "signIn.explanation")}
        </Text>
        <PasswordInput
          label={t("signIn.token")}
          value={token}
          onChange={(event) => setToken(event.currentTarget.value)}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ "aria-label": t("session.show") }}
          required
          autoFocus
        />
        {signIn.error && (
          <Alert color="red" variant="outline" role="alert">
            {signIn.error.status === 401 ? t("signIn.wrong") : errorWords(signIn.error).title}
          </Alert>
        )}
        <RefusableButton
          type="submit"
          loading={signIn.isPending}
          refusal={token.trim() === "" ? t("common.fillIn", { fields: t("signIn.token") }) : null}
        >
          {t("session.signIn")}
        </RefusableButton>
      </Stack>
    </form>
  );
}
