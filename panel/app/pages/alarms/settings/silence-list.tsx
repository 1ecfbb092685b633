import { Text } from "@mantine/core";
import { BellOff } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Silence } from "../../../api/operations.generated.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { Time } from "../../../time/time.tsx";
import { useNow } from "../../../time/use-now.ts";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { useNameOfActor } from "../../../session/use-name-of-actor.ts";
import { namesOf } from "./names-in.ts";
import { RefusableButton } from "../../../ui/refusable-button.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { SilenceDialog } from "./silence-dialog.tsx";

const POLL_MS = 60_000;

/** Of what nobody is notified for a time. */
export function SilenceList(): ReactElement {
  const { t } = useTranslation();
  const refusal = useRefusal("alarms:handle");
  const list = useApi("listSilences", {}, { pollMs: POLL_MS });
  const [isAdding, setIsAdding] = useState(false);
  return (
    <QueryView query={list}>
      {({ items }) => (
        <SettingsSection
          title={t("incidents.silence.title")}
          explanation={t("incidents.silence.explanation")}
          add={{
            label: t("incidents.silence.add"),
            icon: <BellOff size={14} />,
            onClick: () => setIsAdding(true),
            refusal,
          }}
          none={t("incidents.silence.none")}
          rows={items.map((silence) => (
            <SilenceRow key={silence.id} silence={silence} refusal={refusal} />
          ))}
        >
          {isAdding && <SilenceDialog onClose={() => setIsAdding(false)} />}
        </SettingsSection>
      )}
    </QueryView>
  );
}

interface SilenceRowProps {
  readonly silence: Silence;
  readonly refusal: string | null;
}

function SilenceRow({ silence, refusal }: SilenceRowProps): ReactElement {
  const { t } = useTranslation();
  const nameOf = useNameOfActor();
  const nowMs = useNow();
  const end = useApiChange("endSilence");
  const { id, from, until, window, reason, by } = silence;
  const names = namesOf(silence, t);
  const isOver = until !== null && new Date(until).getTime() <= nowMs;
  return (
    <li className="incident rule">
      <div className="incident-text">
        <Text size="sm" component="div">
          <b>{reason}</b>
        </Text>
        <Text size="xs" c="dimmed" component="div" className="incident-facts">
          <span>{names.length === 0 ? t("incidents.rule.all") : names.join(", ")}</span>
          {window === null ? (
            <span>
              <Time at={from} /> – {until !== null && <Time at={until} />}
            </span>
          ) : (
            <span>
              <span className="mono">{window.cron}</span> {window.timeZone},{" "}
              {t("incidents.silence.lasts", { hours: window.durationMs / 3_600_000 })}
            </span>
          )}
          {by !== null && <span>{nameOf(by)}</span>}
          {isOver && <Tag>{t("incidents.silence.isOver")}</Tag>}
        </Text>
      </div>
      {!isOver && (
        <RefusableButton
          refusal={refusal}
          size="compact-xs"
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate({ path: { id } })}
        >
          {t("incidents.silence.end")}
        </RefusableButton>
      )}
    </li>
  );
}
