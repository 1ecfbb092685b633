import { Button, Code, CopyButton, Group, Text } from "@mantine/core";
import { Copy, Plus } from "lucide-react";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Heartbeat } from "../../../api/operations.generated.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { Relative, Time } from "../../../time/time.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { asGiven, HeartbeatDialog } from "./heartbeat-dialog.tsx";
import { addressOf } from "./heartbeat-address.ts";
import { RowActs } from "./row-acts.tsx";
import { SettingsSection } from "./settings-section.tsx";

const POLL_MS = 30_000;

/** The programs that run elsewhere and are to report. */
export function HeartbeatList(): ReactElement {
  const { t } = useTranslation();
  const refusal = useRefusal("alarms:edit", null);
  const list = useApi("listHeartbeats", {}, { pollMs: POLL_MS });
  const change = useApiChange("replaceHeartbeats");
  /** The place of the one that is edited; one behind the last is a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  return (
    <QueryView query={list}>
      {({ heartbeats, revision }) => (
        <SettingsSection
          title={t("incidents.heartbeat.title")}
          explanation={t("incidents.heartbeat.explanation")}
          add={{
            label: t("incidents.heartbeat.add"),
            icon: <Plus size={14} />,
            onClick: () => setEdited(heartbeats.length),
            refusal,
          }}
          none={t("incidents.heartbeat.none")}
          rows={heartbeats.map((heartbeat, index) => (
            <HeartbeatRow key={heartbeat.id} heartbeat={heartbeat}>
              <RowActs
                refusal={refusal}
                editLabel={t("incidents.heartbeat.edit")}
                onEdit={() => setEdited(index)}
                onRemove={() => {
                  const left = heartbeats.filter((one) => one !== heartbeat).map(asGiven);
                  change.mutate({ body: { heartbeats: left, revision } });
                }}
              />
            </HeartbeatRow>
          ))}
        >
          {edited !== null && (
            <HeartbeatDialog
              heartbeats={heartbeats}
              index={edited}
              revision={revision}
              onClose={() => setEdited(null)}
            />
          )}
        </SettingsSection>
      )}
    </QueryView>
  );
}

interface HeartbeatRowProps {
  readonly heartbeat: Heartbeat;
  readonly children: ReactNode;
}

function HeartbeatRow({ heartbeat, children }: HeartbeatRowProps): ReactElement {
  const { t } = useTranslation();
  const { id, app, cron, everyMs, timeZone, state, reportedAt, due, note, path } = heartbeat;
  const address = addressOf(path);
  return (
    <li className="incident rule">
      <div className="incident-text">
        <Text size="sm" component="div">
          <b className="mono">{id}</b> {note}
        </Text>
        <Text size="xs" c="dimmed" component="div" className="incident-facts">
          <span>{app}</span>
          <span className="mono">
            {cron === null
              ? t("incidents.heartbeat.everyMinutes", { minutes: (everyMs ?? 0) / 60_000 })
              : `${cron} ${timeZone}`}
          </span>
          {state === null ? (
            <span>{t("incidents.heartbeat.never")}</span>
          ) : (
            <Tag isWarning={state === "failure"}>{t(`incidents.heartbeat.state.${state}`)}</Tag>
          )}
          {reportedAt !== null && <Relative at={reportedAt} />}
          {due !== null && (
            <span>
              {t("incidents.heartbeat.due")} <Time at={due} />
            </span>
          )}
        </Text>
        <Group gap={6} wrap="nowrap">
          <Code className="heartbeat-address">{`curl -fsS ${address}`}</Code>
          <CopyButton value={`curl -fsS ${address}`}>
            {({ copied, copy }) => (
              <Button
                size="compact-xs"
                variant="default"
                className="heartbeat-copy"
                leftSection={<Copy size={12} />}
                onClick={copy}
                aria-label={t("incidents.heartbeat.copyOf", { id })}
              >
                {t(`incidents.heartbeat.${copied ? "copied" : "copy"}`)}
              </Button>
            )}
          </CopyButton>
        </Group>
      </div>
      {children}
    </li>
  );
}
