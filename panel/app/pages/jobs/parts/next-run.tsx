import { Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Job } from "../../../api/operations.generated.ts";
import { formatInstant, TimeMode } from "../../../time/format-time.ts";
import { useTimeMode } from "../../../time/time-mode.tsx";
import { useNameOfActor } from "../../../session/use-name-of-actor.ts";
import { Relative, Time } from "../../../time/time.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { pausedBy } from "./paused-by.ts";

/** When it fires next, counting down; or why it does not. */
export function NextRun({ job: { pause, nextFire } }: { readonly job: Job }): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const { mode } = useTimeMode();
  if (pause !== null) {
    const hint = t("jobs.pausedHint", {
      at: formatInstant(new Date(pause.at)),
      by: pause.by === null ? "" : ` ${pausedBy(pause, t, nameOf)}`,
      note: pause.note ?? (pause.isNew ? t("job.pausedNew") : ""),
    });
    return (
      <>
        <Tag isWarning hint={hint.trim()}>
          {pause.until === null ? t("jobs.paused") : t("jobs.pausedUntil")}
        </Tag>
        {pause.until !== null && (
          <Text size="xs" c="dimmed">
            <Time at={pause.until} />
          </Text>
        )}
      </>
    );
  }
  if (nextFire === null)
    return (
      <Text size="sm" c="dimmed">
        –
      </Text>
    );
  return (
    <>
      <Text size="sm" visibleFrom="xs">
        <Time at={nextFire} />
      </Text>
      {mode === TimeMode.Relative && (
        <Text size="sm" hiddenFrom="xs">
          <Relative at={nextFire} />
        </Text>
      )}
      {mode !== TimeMode.Relative && (
        <Text size="xs" c="dimmed" className="nowrap">
          <Relative at={nextFire} />
        </Text>
      )}
    </>
  );
}
