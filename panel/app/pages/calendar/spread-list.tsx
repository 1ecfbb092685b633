import { Text, Title } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { notifyDone } from "../../api/notify.ts";
import { useApi, useApiChange } from "../../api/use-api.ts";
import { useRefusal } from "../../session/use-may.ts";
import { useTimeText } from "../../time/time.tsx";
import { RefusableButton } from "../../ui/refusable-button.tsx";

const SHOWN = 5;

/** The spreads that were applied last, each with the way back. */
export function SpreadList(): ReactElement | null {
  const { t } = useTranslation();
  const timeText = useTimeText();
  const mayNot = useRefusal("jobs:edit");
  const spreads = useApi("listSpreads", {});
  const undo = useApiChange("undoSpread", {
    onDone: ({ left }) => notifyDone(t("calendar.undone", { count: left.length })),
  });
  const applied = (spreads.data?.items ?? []).filter(({ undoneAt }) => undoneAt === null).slice(0, SHOWN);
  if (applied.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h5" mb={4}>
        {t("calendar.spreads")}
      </Title>
      <ul className="storms" aria-label={t("calendar.spreads")}>
        {applied.map(({ id, at, jobs, by, note }) => (
          <li key={id}>
            <Text size="sm">
              {t("calendar.spreadAt", { at: timeText(at), count: jobs.length })}
              {by !== null && ` · ${by}`}
              {note !== null && ` · ${note}`}
            </Text>
            <RefusableButton
              variant="default"
              size="compact-sm"
              refusal={mayNot}
              loading={undo.isPending && undo.variables.path.id === id}
              aria-label={t("calendar.undoOf", { at: timeText(at) })}
              onClick={() => undo.mutate({ path: { id }, body: {} })}
            >
              {t("calendar.undo")}
            </RefusableButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
