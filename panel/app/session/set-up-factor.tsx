import { Button, Group, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useQueryClient } from "@tanstack/react-query";
import { useApi, useApiChange } from "../api/use-api.ts";
import { SecondFactor } from "./second-factor.tsx";
import { usePageTitle } from "../ui/page/use-page-title.ts";
import { SignInFrame } from "./sign-in-form.tsx";

/** Shown instead of the panel to somebody whose tenant requires a second factor that they do not have yet. */
export function SetUpFactor({ onDone }: { readonly onDone: () => void }): ReactElement {
  const { t } = useTranslation();
  const client = useQueryClient();
  usePageTitle(t("people.required.title"));
  const account = useApi("getAccount", {});
  const signOut = useApiChange("endSession", {
    onDone: () => {
      onDone();
      void client.resetQueries();
    },
  });
  const isOn = account.data?.hasSecondFactor === true;
  return (
    <SignInFrame title={t("people.required.title")}>
      <Text size="sm">{t("people.required.why")}</Text>
      <SecondFactor isOn={isOn} />
      <Group gap="xs">
        {isOn && <Button onClick={onDone}>{t("people.required.goOn")}</Button>}
        <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate({ body: {} })}>
          {t("people.required.signOut")}
        </Button>
      </Group>
    </SignInFrame>
  );
}
