import { Autocomplete, NativeSelect, type NativeSelectProps, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { xxlApps } from "./xxl-apps.ts";
import type { ImportForm } from "./use-import.ts";

export interface ImportAppProps {
  readonly form: ImportForm;
  readonly error: string | undefined;
  readonly wrapper: Pick<NativeSelectProps, "inputWrapperOrder"> & {
    readonly classNames: { readonly root: string };
  };
  readonly onApp: (app: string) => void;
}

/** Whose the jobs become. Those of XXL-JOB can only run in an app whose workers reach their executors, so it is one of these. */
export function ImportApp({ form, error, wrapper, onApp }: ImportAppProps): ReactElement {
  const { t } = useTranslation();
  const isXxl = form.source === "xxl";
  const { data: workers } = useApi("listWorkers", {}, { enabled: isXxl });
  const { data: apps } = useApi("listApps", {}, { enabled: !isXxl });
  if (!isXxl)
    return (
      <Autocomplete
        {...wrapper}
        label={t("import.app")}
        description={t("import.appHint")}
        error={error}
        value={form.app}
        data={(apps?.items ?? []).map(({ app }) => app)}
        onChange={onApp}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        autoComplete="off"
        spellCheck={false}
        required
      />
    );
  const reaching = xxlApps(workers?.items ?? []);
  if (workers !== undefined && reaching.length === 0)
    return (
      <Text size="sm" role="note">
        {t("import.noGateway")}
      </Text>
    );
  return (
    <NativeSelect
      {...wrapper}
      label={t("import.app")}
      description={t("import.gatewayHint")}
      error={error}
      value={form.app}
      data={[
        { value: "", label: t("import.byAppName") },
        ...reaching.map(({ app, appNames }) => ({
          value: app,
          label: appNames.length === 0 ? app : `${app} (${appNames.join(", ")})`,
        })),
      ]}
      onChange={({ currentTarget: { value } }) => onApp(value)}
    />
  );
}
