import { Autocomplete } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactElement } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";

export interface HandlerFieldProps {
  readonly app: string;
  /** The key of a job that code declares; empty for the job's own. */
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (key: string) => void;
}

const SHOWN = 20;
const REST_MS = 150;

/** The keys of jobs that an app's code declares, by a part of their key or name. */
export function useHandlers(app: string, part: string): readonly string[] {
  const [search] = useDebouncedValue(part.trim(), REST_MS);
  const known = useApi(
    "listJobs",
    { query: { app, ...(search !== "" && { search }), limit: SHOWN } },
    { keepPrevious: true },
  );
  return (known.data?.items ?? []).filter(({ origin }) => origin === "code").map(({ key }) => key);
}

/** Whose code a job runs: the jobs that the app's code declares are offered. */
export function HandlerField({ app, value, error, onChange }: HandlerFieldProps): ReactElement {
  const { t } = useTranslation();
  const keys = useHandlers(app, value);
  return (
    <Autocomplete
      size="xs"
      className="mono-input"
      classNames={{ root: "option-row" }}
      label={t("jobLife.handler")}
      description={t("jobLife.handlerHint")}
      placeholder={t("jobLife.ownHandler")}
      inputWrapperOrder={["label", "input", "description", "error"]}
      value={value}
      error={error}
      onChange={onChange}
      data={[...keys]}
      // The server has searched names too.
      filter={({ options }) => options}
      comboboxProps={{ transitionProps: { duration: 0 } }}
    />
  );
}
