import { Text } from "@mantine/core";
import { Plus } from "lucide-react";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AlarmRoute } from "../../../api/operations.generated.ts";
import { useApi, useApiChange } from "../../../api/use-api.ts";
import { useRefusal } from "../../../session/use-may.ts";
import { QueryView } from "../../../ui/page/query-view.tsx";
import { Tag } from "../../../ui/tag.tsx";
import { namesOf } from "./names-in.ts";
import { RowActs } from "./row-acts.tsx";
import { RouteDialog } from "./route-dialog.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { weekdayName } from "./weekday-name.ts";

/** Which jobs are notified of which alarms. */
export function RouteList(): ReactElement {
  const { t } = useTranslation();
  const refusal = useRefusal("alarms:edit", null);
  const list = useApi("listAlarmRoutes", {});
  const change = useApiChange("replaceAlarmRoutes");
  /** The place of the route that is edited; one behind the last is a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  return (
    <QueryView query={list}>
      {({ routes, revision }) => (
        <SettingsSection
          title={t("incidents.route.title")}
          explanation={t("incidents.route.explanation")}
          add={{
            label: t("incidents.route.add"),
            icon: <Plus size={14} />,
            onClick: () => setEdited(routes.length),
            refusal,
          }}
          none={t("incidents.route.none")}
          rows={routes.map((route, index) => (
            <RouteRow key={route.id} route={route}>
              <RowActs
                refusal={refusal}
                editLabel={t("incidents.route.edit")}
                onEdit={() => setEdited(index)}
                onRemove={() => {
                  const left = routes.filter((one) => one !== route);
                  change.mutate({ body: { routes: left, revision } });
                }}
              />
            </RouteRow>
          ))}
        >
          {edited !== null && (
            <RouteDialog routes={routes} index={edited} revision={revision} onClose={() => setEdited(null)} />
          )}
        </SettingsSection>
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
