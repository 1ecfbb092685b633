import { Group, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import type { Window } from "../../api/operations.generated.ts";
import { notifyDone } from "../../api/notify.ts";
import { useApiChange } from "../../api/use-api.ts";
import { useNameOfActor } from "../../session/use-name-of-actor.ts";
import { useRefusal } from "../../session/use-may.ts";
import { browserClock } from "../../time/clock.ts";
import { Relative, Time } from "../../time/time.tsx";
import { useNow } from "../../time/use-now.ts";
import { RefusableButton } from "../../ui/refusable-button.tsx";
import { Tag } from "../../ui/tag.tsx";

const AN_HOUR_MS = 3_600_000;

/** One window: what it is for, when it is open, and how it is ended or prolonged. */
export function WindowRow({ window }: { readonly window: Window }): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const nowMs = useNow();
  const { name, from, until, repeats, holds, fires, silences, reason, by } = window;
  const hasBegun = Date.parse(from) <= nowMs;
  return (
    <li className="window">
      <div className="window-text">
        <Group gap={6} component="div">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          {repeats === null && (
            <Tag isWarning={hasBegun}>{t(hasBegun ? "windows.open" : "windows.toCome")}</Tag>
          )}
          {repeats !== null && <Tag>{t("windows.repeats")}</Tag>}
          {silences && <Tag>{t("windows.silent")}</Tag>}
        </Group>
        <Text size="sm">
          {t(`windows.holdsOf.${holds}`)} · {t(`windows.firesOf.${fires}`)}
        </Text>
        <Text size="xs" c="dimmed" component="div" className="window-facts">
          <span>{selectionOf(window) ?? t("windows.everything")}</span>
          {repeats !== null && (
            <span>
              <span className="mono">{repeats.cron}</span> {repeats.timeZone},{" "}
              {t("incidents.silence.lasts", { hours: repeats.durationMs / AN_HOUR_MS })}
            </span>
          )}
          <span>
            <Time at={from} /> – {until === null ? "…" : <Time at={until} />}
            {until !== null && hasBegun && (
              <>
                {" ("}
                <Relative at={until} />)
              </>
            )}
          </span>
          {by !== null && <span>{nameOf(by)}</span>}
          <span>{reason}</span>
        </Text>
      </div>
      <WindowActions window={window} hasBegun={hasBegun} />
    </li>
  );
}

function selectionOf({ apps, jobs, tags }: Window): string | null {
  const names = [...(apps ?? []), ...(jobs ?? []), ...(tags ?? []).map((tag) => `#${tag}`)];
  return names.length === 0 ? null : names.join(", ");
}

function WindowActions({
  window: { id, apps, name, until, repeats, revision },
  hasBegun,
}: {
  readonly window: Window;
  readonly hasBegun: boolean;
}): ReactElement {
  const { t } = useTranslation();
  const mayNot = useRefusal("jobs:pause", apps?.length === 1 ? apps[0] : undefined);
  const change = useApiChange("changeWindow");
  const end = useApiChange("endWindow", { onDone: () => notifyDone(t("windows.ended")) });
  const request = { path: { id }, options: { ifMatch: revision } };
  const prolong = (from: string): void => {
    const later = Math.max(Date.parse(from), browserClock.now()) + AN_HOUR_MS;
    change.mutate({ ...request, body: { until: new Date(later).toISOString() } });
  };
  return (
    <Group gap={6}>
      {until !== null && repeats === null && (
        <RefusableButton
          size="compact-sm"
          variant="default"
          refusal={mayNot}
          loading={change.isPending}
          aria-label={t("windows.prolongOf", { name })}
          onClick={() => prolong(until)}
        >
          {t("windows.prolong")}
        </RefusableButton>
      )}
      <RefusableButton
        size="compact-sm"
        variant="default"
        refusal={mayNot}
        loading={end.isPending}
        aria-label={t(hasBegun ? "windows.endOf" : "windows.removeOf", { name })}
        onClick={() => end.mutate(request)}
      >
        {t(hasBegun ? "windows.end" : "windows.remove")}
      </RefusableButton>
    </Group>
  );
}
