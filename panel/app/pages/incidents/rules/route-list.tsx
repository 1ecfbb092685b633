import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { Plus } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AlarmRoute } from "../../../api/operations.generated.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { useMay } from "../../../session/use-may.ts";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { namesOf } from "./names-in.ts";
import { RouteDialog } from "./route-dialog.tsx";
import { weekdayName } from "./weekday-name.ts";

/** Which jobs are notified of which alarms. */
export function RouteList(): ReactElement {
  const { t } = useTranslation();
  const mayEdit = useMay("alarms:edit");
  const list = useApi("listAlarmRoutes", {});
  const change = useApiChange("replaceAlarmRoutes");
  /** The place of the route that is edited; one behind the last is a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  return (
    <QueryView query={list}>
      {({ routes, revision }) => (
        <Stack gap="sm">
          <Group justify="space-between">
            <Title order={2} size="h5">
              {t("incidents.route.title")}
            </Title>
            {mayEdit && (
              <Button
                size="compact-sm"
                color="indigo"
                leftSection={<Plus size={14} />}
                onClick={() => setEdited(routes.length)}
              >
                {t("incidents.route.add")}
              </Button>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {t("incidents.route.explanation")}
          </Text>
          {routes.length === 0 && <Text size="sm">{t("incidents.route.none")}</Text>}
          <ul className="incidents">
            {routes.map((route, index) => (
              <RouteRow key={route.id} route={route}>
                {mayEdit && (
                  <Group gap={4} wrap="nowrap">
                    <Button size="compact-xs" variant="default" onClick={() => setEdited(index)}>
                      {t("incidents.route.edit")}
                    </Button>
                    <Button
                      size="compact-xs"
                      variant="default"
                      onClick={() =>
                        change.mutate({ body: { routes: routes.filter((one) => one !== route), revision } })
                      }
                    >
                      {t("incidents.rule.remove")}
                    </Button>
                  </Group>
                )}
              </RouteRow>
            ))}
          </ul>
          {edited !== null && (
            <RouteDialog routes={routes} index={edited} revision={revision} onClose={() => setEdited(null)} />
          )}
        </Stack>
      )}
    </QueryView>
  );
}

interface RouteRowProps {
  readonly route: AlarmRoute;
  readonly children: ReactElement | false;
}

function RouteRow({ route, children }: RouteRowProps): ReactElement {
  const { t, i18n } = useTranslation();
  const { id, job, action, enabled, errors, unacknowledgedMs, hours } = route;
  const narrowed = [...namesOf(route, t), ...(errors ?? []).map((error) => `“${error}”`)];
  return (
    <li className="incident rule">
      <div className="incident-text">
        <Text size="sm" component="div">
          {job === null ? <b>{t(`incidents.route.actions.${action}`)}</b> : <b className="mono">{job}</b>}{" "}
          <span className="mono">{id}</span>
        </Text>
        <Text size="xs" c="dimmed" component="div" className="incident-facts">
          <span>{narrowed.length === 0 ? t("incidents.rule.all") : narrowed.join(", ")}</span>
          {unacknowledgedMs > 0 && (
            <span>{t("incidents.route.after", { minutes: unacknowledgedMs / 60_000 })}</span>
          )}
          {hours !== null && (
            <span>
              {hours.days.map((day) => weekdayName(day, i18n.language)).join(" ")} {hours.from}–{hours.to}{" "}
              {hours.timeZone}
            </span>
          )}
          {!enabled && <Tag isWarning>{t("incidents.rule.isOff")}</Tag>}
        </Text>
      </div>
      {children}
    </li>
  );
}
