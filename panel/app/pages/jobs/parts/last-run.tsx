import { Anchor, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { InstanceEvent } from "../../../api/operations.generated.ts";
import { Duration } from "../../../time/duration.tsx";
import { Time } from "../../../time/time.tsx";
import { StateBadge } from "../../../ui/state-badge.tsx";

/** How it went last, and where to read more. */
export function LastRun({ run }: { readonly run: InstanceEvent | null }): ReactElement {
  const { t } = useTranslation();
  if (run === null)
    return (
      <Text size="sm" c="dimmed">
        {t("jobs.never")}
      </Text>
    );
  const { id, state, startedAt, completedAt, createdAt } = run;
  return (
    <>
      <Anchor
        size="sm"
        c="inherit"
        renderRoot={(props) => <Link to="/runs/$id" params={{ id }} {...props} />}
      >
        <StateBadge state={state} />
      </Anchor>
      <Text size="xs" c="dimmed" className="nowrap">
        <Time at={completedAt ?? startedAt ?? createdAt} />
        {startedAt !== null && completedAt !== null && (
          <>
            {" · "}
            <Duration ms={Date.parse(completedAt) - Date.parse(startedAt)} />
          </>
        )}
      </Text>
    </>
  );
}
