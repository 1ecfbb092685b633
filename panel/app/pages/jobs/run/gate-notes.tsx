import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { JobDetail } from "../../../api/operations.generated.ts";
import { formatDuration } from "../../../time/format-time.ts";

/** Says what the options of the job do with a run before it begins: debounce, unique key, rate. */
export function GateNotes({ options }: { readonly options: JobDetail["options"] }): ReactElement | null {
  const { t, i18n } = useTranslation();
  const { debounceMs, unique, rateLimit } = options;
  const time = (ms: number): string => formatDuration(ms, i18n.language);
  const notes: string[] = [];
  if (debounceMs > 0) notes.push(t("runJob.debounced", { duration: time(debounceMs) }));
  if (unique !== "off") notes.push(t(`runJob.unique.${unique}`));
  if (rateLimit.max !== null)
    notes.push(t("runJob.rated", { most: rateLimit.max, duration: time(rateLimit.perMs) }));
  if (notes.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {notes.join(" ")}
    </Text>
  );
}
