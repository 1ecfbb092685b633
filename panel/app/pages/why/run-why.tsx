import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Instance } from "../../api/operations.generated.ts";
import { useApi } from "../../api/use-api.ts";
import { formatDuration } from "../../time/format-time.ts";
import { Notice } from "../../ui/notice.tsx";
import { CauseList } from "./cause-list.tsx";

/** What is waited for changes with time and with others. */
const POLL_MS = 20_000;

/** Why a run is late, waits, was skipped or failed; nothing for one that is as it should be. */
export function RunWhy({ run: { id, completedAt } }: { readonly run: Instance }): ReactElement | null {
  const { t, i18n } = useTranslation();
  const isOpen = completedAt === null;
  const { data } = useApi("explainInstance", { path: { id } }, isOpen ? { pollMs: POLL_MS } : {});
  if (data === undefined) return null;
  const { verdict, latenessMs, causes } = data.explanation;
  if (causes.length === 0 || verdict === "on_time") return null;
  const late = formatDuration(latenessMs, i18n.language);
  return (
    <Notice title={`${t("why.title")}: ${t(`why.verdict.${verdict}`, { late })}`}>
      <CauseList causes={causes} />
    </Notice>
  );
}
