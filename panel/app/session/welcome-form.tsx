import { Alert, Loader, PasswordInput, Stack, Text, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "../api/api-error.ts";
import { apiRoot } from "../api/api-root.ts";
import { type ApiAnswer, callApi } from "../api/call-api.ts";
import { errorWords } from "../api/problem-words.ts";
import { fieldMistakes } from "../api/field-mistakes.ts";
import { usePageTitle } from "../ui/page/use-page-title.ts";
import { RefusableButton } from "../ui/refusable-button.tsx";
import { SignInFrame } from "./sign-in-form.tsx";

/** Chooses a password by a link: for somebody who was invited, or for the first person. */
export function WelcomeForm({ secret }: { readonly secret: string }): ReactElement {
  const { t } = useTranslation();
  usePageTitle(t("signIn.welcome"));
  const link = useQuery<ApiAnswer<"lookAtLink">, ApiError>({
    queryKey: ["lookAtLink", secret],
    queryFn: ({ signal }) => callApi("lookAtLink", { body: { secret } }, { signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <SignInFrame title={t("signIn.welcome")}>
      {link.error && (
        <Alert color="red" variant="outline" role="alert">
          {errorWords(link.error).title}
        </Alert>
      )}
      {link.isPending && <Loader size="sm" aria-label={t("common.loading")} />}
      {link.data && (
        <ChoosePassword secret={secret} isFirst={link.data.purpose === "set_up"} known={link.data.name} />
      )}
    </SignInFrame>
  );
}

interface ChoosePasswordProps {
  readonly secret: string;
  /** It makes the first person. */
  readonly isFirst: boolean;
  readonly known: string | null;
}

function ChoosePassword({ secret, isFirst, known }: ChoosePasswordProps): ReactElement {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState(known ?? "");
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const redeem = useMutation<ApiAnswer<"redeemLink">, ApiError>({
    mutationFn: () =>
      callApi("redeemLink", {
        body: {
          secret,
          password,
          ...(isFirst && { name: name.trim() }),
          ...(code.trim() !== "" && { code: code.trim() }),
        },
      }),
    async onSuccess() {
      history.replaceState(null, "", apiRoot());
      // The link is used up: to look at it again would be refused.
      await client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== "lookAtLink" });
    },
  });
  const problem = redeem.error?.problem?.code;
  const wantsCode = problem === "second_factor_needed" || code !== "";
  const isOfCode = problem === "second_factor_needed" || problem === "wrong_credentials";
  const mistakes = redeem.error === null || isOfCode ? {} : fieldMistakes(redeem.error, "password");
  const missing = [
    ...(name.trim() === "" ? [t("signIn.newName")] : []),
    ...(password === "" ? [t("signIn.password")] : []),
  ];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (missing.length === 0) redeem.mutate();
      }}
    >
      <Stack gap="sm">
        <Text c="dimmed" size="sm">
          {isFirst ? t("signIn.welcomeFirst") : t("signIn.welcomeBack", { name: known ?? "" })}
        </Text>
        <TextInput
          label={t("signIn.newName")}
          {...(isFirst && { description: t("signIn.newNameHint") })}
          value={name}
          error={mistakes["name"]}
          readOnly={!isFirst}
          onChange={(event) => setName(event.currentTarget.value)}
          autoComplete="username"
          spellCheck={false}
          required
          autoFocus={isFirst}
        />
        <PasswordInput
          label={t("signIn.newPassword")}
          description={t("signIn.passwordRule")}
          value={password}
          error={mistakes["password"]}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ "aria-label": t("session.show") }}
          required
          autoFocus={!isFirst}
        />
        {wantsCode && (
          <TextInput
            label={t("signIn.code")}
            description={t("signIn.codeHint")}
            value={code}
            error={problem === "wrong_credentials" ? errorWords(redeem.error as ApiError).title : null}
            onChange={(event) => setCode(event.currentTarget.value)}
            autoComplete="one-time-code"
            autoFocus
          />
        )}
        <RefusableButton
          type="submit"
          loading={redeem.isPending}
          refusal={
            missing.length === 0 ? null : t("common.fillIn", { fields: missing.join(t("common.separator")) })
          }
        >
          {t("signIn.choose")}
        </RefusableButton>
      </Stack>
    </form>
  );
}
