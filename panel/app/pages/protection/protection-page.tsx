import { Stack, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { ProtectionGroup } from "./protection-group.tsx";

/** The dangerous ones come first. */
const GROUPS = ["open", "off", "on"] as const;

/** The protections of the installation, those that are off, and how to switch them on. */
export function ProtectionPage(): ReactElement {
  const { t } = useTranslation();
  const protection = useApi("getProtection", {});
  return (
    <Page title={t("protection.title")}>
      <Text size="sm" c="dimmed">
        {t("protection.explanation")} {t("protection.where")}
      </Text>
      <QueryView query={protection}>
        {({ items }) => (
          <Stack gap="lg">
            {GROUPS.map((state) => (
              <ProtectionGroup
                key={state}
                state={state}
                items={items.filter((item) => item.state === state)}
              />
            ))}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}
