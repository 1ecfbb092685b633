import { NativeSelect, Text } from "@mantine/core";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { formatInstant } from "../../../time/format-time.ts";
import type { TaskJson } from "./task-model.ts";

/** A version of the graph; the run's own where none is asked for. */
export type RequestedVersion = number | "newest" | undefined;

export interface VersionChoiceProps {
  readonly task: TaskJson;
  readonly asked: RequestedVersion;
  readonly onChange: (asked: RequestedVersion) => void;
}

/** Which version of its graph a re-run executes: the one of the run, the newest, or another one; a sentence where no other is known. */
export function VersionChoice({ task, asked, onChange }: VersionChoiceProps): ReactElement {
  const { t } = useTranslation();
  const { version: own } = task;
  const { data } = useApi("listScriptVersions", { path: { key: task.jobKey }, query: {} });
  const saved = (data?.items ?? []).filter(({ draft }) => !draft);
  const newest = Math.max(own, ...saved.map(({ version }) => version));
  const others = saved.filter(({ version }) => version !== own && version !== newest);
  if (newest === own && others.length === 0)
    return <Text size="sm">{t("task.rerun.onlyVersion", { version: own })}</Text>;
  return (
    <NativeSelect
      label={t("task.rerun.version")}
      description={asked === undefined ? undefined : t("task.rerun.versionHint")}
      value={String(asked ?? own)}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === "newest" ? value : value === String(own) ? undefined : Number(value))
      }
      data={[
        { value: String(own), label: t("task.rerun.ownVersion", { version: own }) },
        ...(newest === own
          ? []
          : [{ value: "newest", label: t("task.rerun.newestVersion", { version: newest }) }]),
        ...others.map(({ version, at, comment }) => ({
          value: String(version),
          label: [version, formatInstant(new Date(at)), ...(comment === null ? [] : [comment])].join(" · "),
        })),
      ]}
    />
  );
}
