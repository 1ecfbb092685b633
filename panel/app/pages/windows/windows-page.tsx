import { Text } from "@mantine/core";
import { CalendarOff } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { EmptyState } from "../../ui/page/empty-state.tsx";
import { Page } from "../../ui/page/page.tsx";
import { QueryView } from "../../ui/page/query-view.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { WindowDialog } from "./window-dialog.tsx";
import { WindowRow } from "./window-row.tsx";
import "./windows.css";

/** Windows open and close without anybody doing anything. */
const POLL_MS = 15_000;

/** The times in which jobs do not fire, or nothing of them begins. */
export function WindowsPage(): ReactElement {
  const { t } = useTranslation();
  const windows = useApi("listWindows", {}, { pollMs: POLL_MS, keepPrevious: true });
  const mayNot = useRefusal("jobs:pause");
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Page
      title={t("shell.windows")}
      aside={
        <RefusableButton
          refusal={mayNot}
          leftSection={<CalendarOff size={14} aria-hidden="true" />}
          onClick={() => setIsAdding(true)}
        >
          {t("windows.add")}
        </RefusableButton>
      }
    >
      <Text size="sm" c="dimmed" mb="sm" maw={720}>
        {t("windows.explanation")}
      </Text>
      <QueryView query={windows}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t("windows.none")} />
          ) : (
            <ul className="windows">
              {items.map((window) => (
                <WindowRow key={window.id} window={window} />
              ))}
            </ul>
          )
        }
      </QueryView>
      {isAdding && <WindowDialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}
