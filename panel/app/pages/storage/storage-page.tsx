import { Stack, Text, Title } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useMay } from "../../session/use-may.ts";
import { Time } from "../../time/time.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { JobStorageTable } from "./job-storage-table.tsx";
import { RetentionDialog } from "./retention-dialog.tsx";
import { StorageTable } from "./storage-table.tsx";

/** What the tenant keeps, for how long, and what that costs. */
export function StoragePage(): ReactElement {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const refusal = useMay("tenant:edit") ? null : t("storage.noRight");
  const storage = useApi("getStorage", {});
  return (
    <Page
      title={t("storage.title")}
      aside={
        <RefusableButton size="compact-sm" color="indigo" refusal={refusal} onClick={() => setEditing(true)}>
          {t("storage.edit")}
        </RefusableButton>
      }
    >
      <Text size="sm" c="dimmed">
        {t("storage.hint")}
      </Text>
      <QueryView query={storage}>
        {(view) => (
          <Stack gap="md">
            <StorageTable storage={view} />
            <section>
              <Title order={2} size="h4">
                {t("storage.jobs")}
              </Title>
              <JobStorageTable jobs={view.jobs} />
            </section>
            <Text size="xs" c="dimmed">
              {view.measuredAt !== null && (
                <>
                  {t("storage.measured")} <Time at={view.measuredAt} />.{" "}
                </>
              )}
              {view.unmeasured > 0 && t("storage.unmeasured", { count: view.unmeasured })}
            </Text>
          </Stack>
        )}
      </QueryView>
      {isEditing && (
        <RetentionDialog onClose={() => setEditing(false)} onSaved={() => void storage.refetch()} />
      )}
    </Page>
  );
}
