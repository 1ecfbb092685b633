import { PasswordInput, Stack, Title } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../../api/notify.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { fieldMistakes, type FieldMistakes } from "../../../api/field-mistakes.ts";

/** Changes one's own password. */
export function PasswordForm({ name }: { readonly name: string }): ReactElement {
  const { t } = useTranslation();
  const [before, setBefore] = useState("");
  const [password, setPassword] = useState("");
  const [mistakes, setMistakes] = useState<FieldMistakes>({});
  const change = useApiChange("changePassword", {
    onDone: () => {
      notifyDone(t("people.account.changed"));
      setBefore("");
      setPassword("");
      setMistakes({});
    },
    onFailed: (error) => setMistakes(fieldMistakes(error, "before")),
  });
  const missing = [
    ...(before === "" ? [t("people.account.before")] : []),
    ...(password === "" ? [t("people.account.next")] : []),
  ];
  const toggle = { "aria-label": t("session.show") };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (missing.length === 0) change.mutate({ body: { before, password } });
      }}
    >
      <Stack gap="xs" align="start" component="section">
        <Title order={2}>{t("people.account.password")}</Title>
        <input type="text" name="username" autoComplete="username" value={name} readOnly hidden />
        <PasswordInput
          w="100%"
          label={t("people.account.before")}
          value={before}
          error={mistakes["before"]}
          onChange={(event) => setBefore(event.currentTarget.value)}
          autoComplete="current-password"
          visibilityToggleButtonProps={toggle}
        />
        <PasswordInput
          w="100%"
          label={t("people.account.next")}
          description={t("people.account.passwordHint")}
          value={password}
          error={mistakes["password"]}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="new-password"
          visibilityToggleButtonProps={toggle}
        />
        <RefusableButton
          type="submit"
          variant="default"
          loading={change.isPending}
          refusal={
            missing.length === 0 ? null : t("common.fillIn", { fields: missing.join(t("common.separator")) })
          }
        >
          {t("people.account.change")}
        </RefusableButton>
      </Stack>
    </form>
  );
}
