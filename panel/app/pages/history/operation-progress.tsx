import { Progress, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Operation } from "../../api/operations.generated.ts";

/** How far an operation is that somebody waits for. */
export function OperationProgress({ operation }: { readonly operation: Operation }): ReactElement {
  const { t } = useTranslation();
  const { done, leftAlone, total } = operation;
  return (
    <div role="status">
      <Progress value={((done + leftAlone) / Math.max(1, total)) * 100} aria-label={t("history.progress")} />
      <Text size="xs" c="dimmed">
        {t("history.underWay", { done: done + leftAlone, total })}
      </Text>
    </div>
  );
}
