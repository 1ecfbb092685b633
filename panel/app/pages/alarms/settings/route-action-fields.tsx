import { Autocomplete, NativeSelect, NumberInput, Textarea } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AlarmRoute } from "../../../api/operations.generated.ts";
import { useApi } from "../../../api/use-api.ts";

const ACTIONS: readonly AlarmRoute["action"][] = ["notify", "rerun", "pause", "acknowledge"];
const EVENTS: AlarmRoute["events"] = ["opened", "changed", "repeated", "resolved"];
const A_MINUTE_MS = 60_000;

export interface RoutePartProps {
  readonly route: AlarmRoute;
  readonly onChange: (change: Partial<AlarmRoute>) => void;
}

/** The action of a route: a job is notified, or the run, the job or the alarm itself is changed. */
export function RouteActionFields({ route, onChange }: RoutePartProps): ReactElement {
  const { t } = useTranslation();
  const { action, actionMs } = route;
  const notices = useApi("listJobs", { query: { work: "notice", limit: 100 } }).data?.items ?? [];
  const choose = (value: string): void => {
    const chosen = ACTIONS.find((one) => one === value) ?? "notify";
    onChange({
      action: chosen,
      actionMs: null,
      job: chosen === "notify" ? "" : null,
      args: null,
      events: chosen === "notify" ? EVENTS : ["opened"],
    });
  };
  return (
    <>
      <NativeSelect
        label={t("incidents.route.action")}
        value={action}
        onChange={({ currentTarget: { value } }) => choose(value)}
        data={ACTIONS.map((value) => ({ value, label: t(`incidents.route.actions.${value}`) }))}
      />
      {action === "notify" && (
        <Autocomplete
          label={t("incidents.route.job")}
          description={t("incidents.route.jobHint")}
          value={route.job ?? ""}
          data={notices.map(({ key }) => key)}
          maxLength={128}
          data-autofocus
          onChange={(value) => onChange({ job: value.trim() })}
        />
      )}
      {action === "notify" && <ArgsField args={route.args} onChange={(args) => onChange({ args })} />}
      {(action === "rerun" || action === "pause") && (
        <NumberInput
          label={t(`incidents.route.minutes.${action}`)}
          description={t(`incidents.route.minutesHint.${action}`)}
          value={actionMs === null ? "" : actionMs / A_MINUTE_MS}
          min={0}
          onChange={(typed) =>
            onChange({ actionMs: typed === "" ? null : Math.round(Number(typed) * A_MINUTE_MS) })
          }
        />
      )}
      <NumberInput
        label={t("incidents.route.unacknowledged")}
        description={t("incidents.route.unacknowledgedHint")}
        value={route.unacknowledgedMs / A_MINUTE_MS}
        min={0}
        onChange={(typed) => onChange({ unacknowledgedMs: Math.round(Number(typed) * A_MINUTE_MS) })}
      />
    </>
  );
}

interface ArgsFieldProps {
  readonly args: AlarmRoute["args"];
  readonly onChange: (args: AlarmRoute["args"]) => void;
}

/** The arguments of the job instead of the notice. */
function ArgsField({ args, onChange }: ArgsFieldProps): ReactElement {
  const { t } = useTranslation();
  const [text, setText] = useState(args === null ? "" : JSON.stringify(args));
  const [isWrong, setIsWrong] = useState(false);
  const change = (typed: string): void => {
    setText(typed);
    const parsed = typed.trim() === "" ? null : objectIn(typed);
    setIsWrong(parsed === undefined);
    if (parsed !== undefined) onChange(parsed);
  };
  return (
    <Textarea
      label={t("incidents.route.args")}
      description={t("incidents.route.argsHint")}
      autosize
      value={text}
      error={isWrong && t("incidents.route.argsWrong")}
      onChange={({ currentTarget: { value } }) => change(value)}
    />
  );
}

/** `undefined` where the text is no JSON object. */
function objectIn(text: string): NonNullable<AlarmRoute["args"]> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as NonNullable<AlarmRoute["args"]>) : undefined;
  } catch {
    return undefined;
  }
}
