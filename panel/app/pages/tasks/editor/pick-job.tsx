import { useDebouncedValue } from "@mantine/hooks";
import { type ReactElement, useState } from "react";
import { useTranslation } from "react-i18next";
import { useApi } from "../../../api/use-api.ts";
import { PickDialog } from "./pick-dialog.tsx";

const OFFERED = 20;
const AFTER_MS = 200;

export interface PickJobProps {
  readonly kind: "job" | "task";
  readonly onPick: (key: string) => void;
  readonly onClose: () => void;
}

/** The stored job, or the workflow, that a node executes. */
export function PickJob({ kind, onPick, onClose }: PickJobProps): ReactElement {
  const { t } = useTranslation();
  const [typed, setSearch] = useState("");
  const [search] = useDebouncedValue(typed, AFTER_MS);
  const jobs = useApi("listJobs", {
    query: {
      limit: OFFERED,
      ...(search !== "" && { search }),
      ...(kind === "task" && { work: "task" as const }),
    },
  });
  const choices = (jobs.data?.items ?? []).map(({ key }) => ({ value: key, label: key }));
  return (
    <PickDialog
      title={t(kind === "job" ? "editor.chooseJob" : "editor.chooseTask")}
      choices={choices}
      onSearch={setSearch}
      isSearching={typed !== search || jobs.isFetching}
      onPick={onPick}
      onClose={onClose}
    />
  );
}
