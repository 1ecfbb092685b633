import { Skeleton, Text } from "@mantine/core";
import { CircleCheck } from "lucide-react";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../api/use-api.ts";
import { ErrorState } from "../../ui/page/error-state.tsx";
import { AttentionLine } from "../attention/attention-line.tsx";
import { PanelBox } from "./panel-box.tsx";

/** The query reads the runs of many jobs, and a few seconds of delay do not matter. */
const EVERY_MS = 5000;
/** Late fires and waiting runs come by nothing happening. */
const POLL_MS = 20_000;

/** The items that need attention, the most urgent first; one quiet line where there are none. */
export function AttentionPanel(): ReactElement {
  const { t } = useTranslation();
  const { data, error, refetch } = useApi("listAttention", {}, { everyMs: EVERY_MS, pollMs: POLL_MS });
  if (data === undefined) {
    // An unavailable server is reported once, below.
    if (error !== null && error.kind !== "offline")
      return <ErrorState error={error} onRetry={() => void refetch()} />;
    return <Skeleton height={40} role="status" aria-label={t("common.loading")} />;
  }
  if (data.items.length === 0) {
    return (
      <section className="all-well" aria-label={t("overview.attention")}>
        <CircleCheck size={16} className="state-succeeded" aria-hidden="true" />
        <Text size="sm" fw={600}>
          {t("overview.allWell")}
        </Text>
        <Text size="sm" c="dimmed">
          {t("overview.allWellHint")}
        </Text>
      </section>
    );
  }
  return (
    <PanelBox title={t("overview.attention")}>
      <ul className="attention">
        {data.items.map((item) => (
          <AttentionLine key={item.kind} item={item} />
        ))}
      </ul>
    </PanelBox>
  );
}
