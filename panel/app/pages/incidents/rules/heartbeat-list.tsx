import { Button, Code, CopyButton, Group, Stack, Text, Title } from "@mantine/core";
import { Copy, Plus } from "lucide-react";
import { type ReactElement, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Heartbeat } from "../../../api/operations.generated.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { Relative, Time } from "../../../time/time.tsx";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { asGiven, HeartbeatDialog } from "./heartbeat-dialog.tsx";
import { addressOf } from "./heartbeat-address.ts";

const POLL_MS = 30_000;

/** What runs elsewhere and is to report. */
export function HeartbeatList(): ReactElement {
  const { t } = useTranslation();
  const mayEdit = useMay("alarms:edit");
  const list = useApi("listHeartbeats", {}, { pollMs: POLL_MS });
  const change = useApiChange("replaceHeartbeats");
  /** The place of the one that is edited; one behind the last is a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  return (
    <QueryView query={list}>
      {({ heartbeats, revision }) => (
        <Stack gap="sm">
          <Group justify="space-between">
            <Title order={2} size="h5">
              {t("incidents.heartbeat.title")}
            </Title>
            {mayEdit && (
              <Button
                size="compact-sm"
                color="indigo"
                leftSection={<Plus size={14} />}
                onClick={() => setEdited(heartbeats.length)}
              >
                {t("incidents.heartbeat.add")}
              </Button>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {t("incidents.heartbeat.explanation")}
          </Text>
          {heartbeats.length === 0 && <Text size="sm">{t("incidents.heartbeat.none")}</Text>}
          <ul className="incidents">
            {heartbeats.map((heartbeat, index) => (
              <HeartbeatRow key={heartbeat.id} heartbeat={heartbeat}>
                {mayEdit && (
                  <Group gap={4} wrap="nowrap">
                    <Button size="compact-xs" variant="default" onClick={() => setEdited(index)}>
                      {t("incidents.heartbeat.edit")}
                    </Button>
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() => {
                        const left = heartbeats.filter((one) => one !== heartbeat).map(asGiven);
                        change.mutate({ body: { heartbeats: left, revision } });
                      }}
                    >
                      {t("incidents.rule.remove")}
                    </Button>
                  </Group>
                )}
              </HeartbeatRow>
            ))}
          </ul>
          {edited !== null && (
            <HeartbeatDialog
              heartbeats={heartbeats}
              index={edited}
              revision={revision}
              onClose={() => setEdited(null)}
            />
          )}
        </Stack>
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
