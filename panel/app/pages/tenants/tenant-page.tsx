import { Button, Code, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { useApi } from "../../api/use-api.ts";
import { useFeature } from "../../session/use-feature.ts";
import { useMay } from "../../session/use-may.ts";
import { Time } from "../../time/time.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { Tag } from "../../ui/tag.tsx";
import { AppUseTable } from "./app-use-table.tsx";
import { DisableDialog } from "./disable-dialog.tsx";
import { QuotaTable } from "./quota-table.tsx";
import { TenantDialog } from "./tenant-dialog.tsx";
import { TenantState } from "./tenant-state.tsx";
import { nameOf, type Tenant } from "./tenant.ts";

/** How often what is used is read again. */
const USE_EVERY_MS = 5000;

/** The name of the tenant, its quotas and its use. */
export function TenantPage(): ReactElement {
  const { t } = useTranslation();
  const mayEdit = useMay("tenant:edit");
  const hasStorage = useFeature("storage");
  const keepsAll = useMay("deployment:edit");
  const [dialog, setDialog] = useState<"edit" | "disable" | null>(null);
  const tenant = useApi("getTenant", {}, { everyMs: USE_EVERY_MS, pollMs: USE_EVERY_MS });
  const refusal = mayEdit ? null : t("tenants.noRight");
  const close = (): void => setDialog(null);
  const isDisabled = tenant.data?.disabled === true;
  return (
    <Page
      title={t("tenants.tenant")}
      aside={
        <Group gap="xs">
          {hasStorage && (
            <Button
              size="compact-sm"
              variant="default"
              renderRoot={(props) => <Link to="/tenant/storage" {...props} />}
            >
              {t("tenants.storage")}
            </Button>
          )}
          <Button
            size="compact-sm"
            variant="default"
            renderRoot={(props) => <Link to="/tenant/config" {...props} />}
          >
            {t("tenants.config")}
          </Button>
          {keepsAll && (
            <Button
              size="compact-sm"
              variant="default"
              renderRoot={(props) => <Link to="/deployment" {...props} />}
            >
              {t("tenants.all")}
            </Button>
          )}
          <RefusableButton
            size="compact-sm"
            variant="default"
            refusal={refusal}
            onClick={() => setDialog("disable")}
          >
            {t(isDisabled ? "tenants.enable" : "tenants.disable")}
          </RefusableButton>
          <RefusableButton
            size="compact-sm"
            color="indigo"
            refusal={refusal}
            onClick={() => setDialog("edit")}
          >
            {t("tenants.edit")}
          </RefusableButton>
        </Group>
      }
    >
      <Text size="sm" c="dimmed">
        {t("tenants.explanation")}
      </Text>
      <QueryView query={tenant}>
        {(view) => (
          <>
            <TenantView tenant={view} />
            {dialog === "edit" && <TenantDialog tenant={view} isOwn onClose={close} />}
            {dialog === "disable" && <DisableDialog tenant={view} isOwn onClose={close} />}
          </>
        )}
      </QueryView>
    </Page>
  );
}

function TenantView({ tenant }: { readonly tenant: Tenant }): ReactElement {
  const { t } = useTranslation();
  const actorOf = useNameOfActor();
  const hasDefaults = Object.keys(tenant.defaults).length > 0;
  return (
    <Stack gap="md">
      <Group gap="sm">
        <Text fw={650}>{nameOf(tenant)}</Text>
        <Text size="sm" c="dimmed" className="mono">
          {tenant.tenant}
        </Text>
        <TenantState disabled={tenant.disabled} />
        {tenant.requireSecondFactor && <Tag>{t("tenants.factorTag")}</Tag>}
        {tenant.updatedAt !== null && (
          <Text size="xs" c="dimmed">
            {t("tenants.changedBy", {
              by: tenant.updatedBy === null ? "–" : actorOf(tenant.updatedBy),
            })}{" "}
            · <Time at={tenant.updatedAt} />
          </Text>
        )}
      </Group>
      <section>
        <Title order={2} size="h4">
          {t("tenants.quotas")}
        </Title>
        <QuotaTable tenant={tenant} />
      </section>
      <section>
        <Title order={2} size="h4">
          {t("tenants.apps")}
        </Title>
        <AppUseTable tenant={tenant} />
      </section>
      <section>
        <Title order={2} size="h4">
          {t("tenants.defaults")}
        </Title>
        {hasDefaults ? (
          <Code block tabIndex={0}>
            {JSON.stringify(tenant.defaults, null, 2)}
          </Code>
        ) : (
          <Text size="sm" c="dimmed">
            {t("tenants.noDefaults")}
          </Text>
        )}
      </section>
    </Stack>
  );
}
