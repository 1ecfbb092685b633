import { Button, Checkbox, Group, NativeSelect, Text, TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AlarmRoute } from "../../../api/operations.generated.ts";
import { useApiChange } from "../../../api/use-api.ts";
import { DialogForm } from "../../../ui/dialog-form.tsx";
import { ErrorState } from "../../../ui/page/error-state.tsx";
import { namesIn } from "./names-in.ts";
import { RouteActionFields } from "./route-action-fields.tsx";
import { RouteHoursFields } from "./route-hours-fields.tsx";
import { WhichNames } from "./which-names.tsx";

const SEVERITIES = ["critical", "warning", "info"] as const;
const EVENTS: AlarmRoute["events"] = ["opened", "changed", "repeated", "resolved"];

export interface RouteDialogProps {
  readonly routes: readonly AlarmRoute[];
  /** The place of the route that is edited; one behind the last is a new one. */
  readonly index: number;
  readonly revision: number;
  readonly onClose: () => void;
}

/** The action of a route, and the alarms it is for. */
export function RouteDialog({ routes, index, revision, onClose }: RouteDialogProps): ReactElement {
  const { t, i18n } = useTranslation();
  const [route, setRoute] = useState<AlarmRoute>(
    () => routes[index] ?? newRoute(routes, i18n.language === "zh" ? "zh" : "en"),
  );
  const save = useApiChange("replaceAlarmRoutes", { onDone: onClose, onFailed: () => {} });
  const preview = useApiChange("previewAlarmRoutes", { onFailed: () => {} });
  const error = save.error ?? preview.error;
  const set = (change: Partial<AlarmRoute>): void => setRoute((before) => ({ ...before, ...change }));
  const next = [...routes.slice(0, index), route, ...routes.slice(index + 1)];
  const chosen = route.severities ?? SEVERITIES;
  return (
    <DialogForm
      title={t(routes[index] === undefined ? "incidents.route.add" : "incidents.route.edit")}
      onClose={onClose}
      onSubmit={() => save.mutate({ body: { routes: next, revision } })}
      submitText={t("incidents.rule.save")}
      isPending={save.isPending}
    >
      {error && <ErrorState error={error} />}
      <RouteActionFields route={route} onChange={set} />
      <TextInput
        label={t("incidents.rule.id")}
        description={t("incidents.rule.idHint")}
        value={route.id}
        maxLength={64}
        onChange={({ currentTarget: { value } }) => set({ id: value })}
      />
      <Checkbox
        label={t("incidents.route.enabled")}
        checked={route.enabled}
        onChange={({ currentTarget: { checked } }) => set({ enabled: checked })}
      />
      <Checkbox.Group
        label={t("incidents.rule.severity")}
        value={[...chosen]}
        onChange={(values) => {
          const left = SEVERITIES.filter((one) => values.includes(one));
          set({ severities: left.length === SEVERITIES.length || left.length === 0 ? null : left });
        }}
      >
        {SEVERITIES.map((value) => (
          <Checkbox key={value} mt={6} value={value} label={t(`incidents.severity.${value}`)} />
        ))}
      </Checkbox.Group>
      <WhichNames which={route} onChange={set} />
      <TextInput
        label={t("incidents.route.errors")}
        description={t("incidents.route.errorsHint")}
        defaultValue={(route.errors ?? []).join(", ")}
        onChange={({ currentTarget: { value } }) => set({ errors: namesIn(value) })}
      />
      <RouteHoursFields route={route} onChange={set} />
      <NativeSelect
        label={t("incidents.route.language")}
        value={route.language}
        onChange={({ currentTarget: { value } }) => set({ language: value === "zh" ? "zh" : "en" })}
        data={[
          { value: "en", label: "English" },
          { value: "zh", label: "中文" },
        ]}
      />
      <Group gap="xs" align="start">
        <Button
          variant="default"
          loading={preview.isPending}
          onClick={() => preview.mutate({ body: { routes: [route] } })}
        >
          {t("incidents.rule.preview")}
        </Button>
        {preview.data !== undefined && (
          <Text size="sm" role="status">
            {t("incidents.route.previewed", { count: preview.data.items[0]?.incidents ?? 0 })}
          </Text>
        )}
      </Group>
    </DialogForm>
  );
}

/** All alarms, under a name that no other route has. */
function newRoute(routes: readonly AlarmRoute[], language: AlarmRoute["language"]): AlarmRoute {
  let number = routes.length + 1;
  while (routes.some(({ id }) => id === `route-${number}`)) number += 1;
  return {
    id: `route-${number}`,
    enabled: true,
    action: "notify",
    job: "",
    args: null,
    actionMs: null,
    unacknowledgedMs: 0,
    hours: null,
    severities: null,
    conditions: null,
    apps: null,
    jobs: null,
    tags: null,
    errors: null,
    events: EVENTS,
    language,
  };
}
